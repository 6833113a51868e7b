// Visited pages: shown from memory without a network; Back and Forward return to the page shown where there is none.
import type { PagePayload } from '../../shared/payload.ts'

/** The pages that are kept in memory. */
const most = 20

export type Visited = ReturnType<typeof createVisited>

export function createVisited() {
  const pages = new Map<string, PagePayload>()
  let shownIndex = 0

  /** Each history entry has its index in this document. */
  const numberEntry = () => {
    const state = history.state as { index?: number } | null
    if (state?.index === undefined) history.replaceState({ ...state, index: shownIndex + 1 }, '')
    shownIndex = indexOfEntry() ?? shownIndex
  }
  // A plain `#` link makes an entry as well.
  addEventListener('hashchange', numberEntry)
  numberEntry()

  return {
    /** After each navigation. `url`: path and query. */
    add(url: string, page: PagePayload) {
      numberEntry()
      pages.delete(url)
      pages.set(url, page)
      const [oldest] = pages.keys()
      if (pages.size > most && oldest !== undefined) pages.delete(oldest)
    },
    find: (url: string) => pages.get(url),
    /** Undoes the move of a history navigation, which has already changed the address. */
    returnToShown() {
      const index = indexOfEntry()
      if (index === undefined || index === shownIndex) return
      const ignore = (event: Event) => event.stopImmediatePropagation()
      addEventListener('popstate', ignore, { once: true, capture: true })
      history.go(shownIndex - index)
    },
  }
}

function indexOfEntry(): number | undefined {
  return (history.state as { index?: number } | null)?.index
}
