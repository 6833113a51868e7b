// Where the page stands after a navigation: the saved place, the hash target, or the top.
import { keyOfEntry } from './history.ts'
import { readSession, writeSession } from './storage.ts'

type Scroll = {
  start: () => void
  /** Keeps the place of the current history entry. */
  save: () => void
  arrive: (back: boolean, hash: string, queryOnly: boolean) => void
}

const storageKey = 'places'
const placesKept = 50
/** A page that grows while its last parts arrive gets its place as soon as it is long enough. */
const growthMs = 2000

export function createScroll(): Scroll {
  const places = new Map<string, number>((readSession(storageKey) ?? []) as [string, number][])
  let key = keyOfEntry()

  return {
    start() {
      history.scrollRestoration = 'manual'
      addEventListener('scrollend', () => places.set(key, scrollY), { passive: true })
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'auto'
        places.set(key, scrollY)
        writeSession(storageKey, [...places].slice(-placesKept))
      })
    },
    save: () => places.set(key, scrollY),
    arrive(back, hash, queryOnly) {
      key = keyOfEntry()
      const place = back ? places.get(key) : undefined
      if (place !== undefined) jump(place)
      else if (hash) target(hash)?.scrollIntoView()
      else if (!queryOnly) jump(0)
    },
  }
}

/** At once, whatever the stylesheet says of smooth scrolling. */
function jump(top: number) {
  scrollTo({ top, behavior: 'instant' })
  if (Math.abs(scrollY - top) < 1 || !('ResizeObserver' in window)) return
  const before = scrollY
  const observer = new ResizeObserver(() => {
    if (scrollY === before) scrollTo({ top, behavior: 'instant' })
    if (scrollY !== before) observer.disconnect()
  })
  observer.observe(document.body)
  setTimeout(() => observer.disconnect(), growthMs)
}

function target(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
