// HTML of islands (from the document, or fetched near the viewport) and values of deferred parts (from the document).
import { type Island, islandUrl } from '../../shared/island.ts'
import type { IslandSource } from '../part-sources.ts'
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
    whenNear(element, island, callback) {
      const controller = new AbortController()
      const start = () => {
        load(island, controller.signal).then(callback, (error: unknown) => {
          if (controller.signal.aborted) return
          report('island', error)
          callback(undefined)
        })
      }
      const stop = onNear(element, start)
      return () => {
        stop()
        controller.abort()
      }
    },
  }
}

/** Starts at once without IntersectionObserver. Returns a function that stops observing. */
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

export function createDeferredSource(): (name: string) => unknown {
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
