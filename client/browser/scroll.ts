// Scroll restoration after a navigation: the saved position, the hash target, or the top.
import { keyOfEntry } from './history.ts'
import { readSession, writeSession } from './storage.ts'

type Scroll = {
  start: () => void
  /** Saves the position of the current history entry. */
  save: () => void
  arrive: (back: boolean, hash: string, queryOnly: boolean) => void
}

const storageKey = 'places'
const maxPositions = 50
/** How long to wait for a page that grows with its deferred parts to reach the saved position. */
const growthMs = 2000

export function createScroll(): Scroll {
  const positions = new Map<string, number>((readSession(storageKey) ?? []) as [string, number][])
  let key = keyOfEntry()

  return {
    start() {
      history.scrollRestoration = 'manual'
      // A page from the back/forward cache: `pagehide` below has left it to the browser.
      addEventListener('pageshow', () => {
        history.scrollRestoration = 'manual'
      })
      addEventListener('scrollend', () => positions.set(key, scrollY), { passive: true })
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'auto'
        positions.set(key, scrollY)
        writeSession(storageKey, [...positions].slice(-maxPositions))
      })
    },
    save: () => positions.set(key, scrollY),
    arrive(back, hash, queryOnly) {
      key = keyOfEntry()
      const position = back ? positions.get(key) : undefined
      if (position !== undefined) jump(position)
      else if (hash) hashTarget(hash)?.scrollIntoView()
      else if (!queryOnly) jump(0)
    },
  }
}

/** Without smooth scrolling, which the stylesheet may set. */
function jump(top: number) {
  scrollTo({ top, behavior: 'instant' })
  if (Math.abs(scrollY - top) < 1 || !('ResizeObserver' in window)) return
  const { style } = document.documentElement
  // Scroll anchoring would keep the end of the short page in view.
  style.overflowAnchor = 'none'
  let reached = scrollY
  const observer = new ResizeObserver(() => {
    const hasVisitorScrolled = scrollY !== reached
    if (!hasVisitorScrolled) scrollTo({ top, behavior: 'instant' })
    reached = scrollY
    if (hasVisitorScrolled || Math.abs(reached - top) < 1) end()
  })
  const end = () => {
    observer.disconnect()
    style.overflowAnchor = ''
  }
  observer.observe(document.body)
  setTimeout(end, growthMs)
}

/** The hash may be percent-encoded: Chinese ones are. */
export function hashTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
