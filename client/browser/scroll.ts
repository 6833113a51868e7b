// Where the page stands after a navigation: the saved place, the hash target, or the top.

type Scroll = {
  start: () => void
  /** Keeps the place of the current history entry. */
  save: () => void
  arrive: (back: boolean, hash: string, queryOnly: boolean) => void
}

export function createScroll(): Scroll {
  const places = new Map<string, number>(readPlaces())
  let key = keyOfEntry()

  return {
    start() {
      history.scrollRestoration = 'manual'
      addEventListener('scrollend', () => places.set(key, scrollY), { passive: true })
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'auto'
        places.set(key, scrollY)
        keepPlaces(places)
      })
    },
    save: () => places.set(key, scrollY),
    arrive(back, hash, queryOnly) {
      key = keyOfEntry()
      const place = back ? places.get(key) : undefined
      if (place !== undefined) scrollTo(0, place)
      else if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
      else if (!queryOnly) scrollTo(0, 0)
    },
  }
}

const storageKey = 'places'
const placesKept = 50

function readPlaces(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

function keepPlaces(places: Map<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-placesKept)))
  } catch {
    // Storage is blocked: the places live as long as the document.
  }
}

/** Entries made by a plain `#` link have no key of ours. */
function keyOfEntry(): string {
  return (history.state as { key?: string } | null)?.key ?? `first${location.hash}`
}
