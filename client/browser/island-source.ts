// HTML of islands: what the document came with, and what was fetched when it came near the viewport.
import { type Island, islandUrl } from '../../shared/island.ts'
import type { IslandSource } from '../island.tsx'
import type { Report } from './report.ts'

/** How far below the viewport a block is fetched. */
const nearPx = 400

export function createIslandSource(build: string, report: Report): IslandSource {
  const fetched = new Map<string, string>()

  const load = async (island: Island, signal: AbortSignal): Promise<string> => {
    const response = await fetch(islandUrl(island, build), { signal })
    if (!response.ok) throw new Error(`island ${island.name}: ${response.status}`)
    const { id, html } = (await response.json()) as { id: string; html: string }
    fetched.set(id, html)
    return html
  }

  return {
    known: (id) =>
      fetched.get(id) ?? document.querySelector(`[data-island-id="${CSS.escape(id)}"]`)?.innerHTML,
    whenNear(element, island, tell) {
      const left = new AbortController()
      const start = () => {
        load(island, left.signal).then(tell, (error: unknown) => {
          if (left.signal.aborted) return
          report('island', error)
          tell(undefined)
        })
      }
      const stop = onNear(element, start)
      return () => {
        stop()
        left.abort()
      }
    },
  }
}

/** At once where nothing tells what is near. Returns what ends the watch. */
function onNear(element: Element, start: () => void): () => void {
  if (!('IntersectionObserver' in window)) {
    start()
    return () => {}
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      start()
    },
    { rootMargin: `${nearPx}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

export function createLaterSource(): (name: string) => unknown {
  const read = new Map<string, unknown>()
  return (name) => {
    if (!read.has(name)) {
      const element = document.querySelector(`script[data-later="${CSS.escape(name)}"]`)
      if (!element) return undefined
      read.set(name, JSON.parse(element.textContent))
    }
    return read.get(name)
  }
}
