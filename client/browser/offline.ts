// Offline navigation: visited pages are shown from memory, others are not left; Back and Forward return to the page shown.
import type { View } from './navigation-hooks.ts'

/** The pages that are kept in memory. */
const most = 20

export type Offline = ReturnType<typeof createOffline>

/** `first`: the view of the document. */
export function createOffline(first: View) {
  const views = new Map<string, View>()
  let shownIndex = 0

  /** Each history entry has its index in this document. */
  const numberEntry = () => {
    const state = history.state as { index?: number } | null
    if (state?.index === undefined) history.replaceState({ ...state, index: shownIndex + 1 }, '')
    shownIndex = indexOfEntry() ?? shownIndex
  }
  const add = (view: View) => {
    numberEntry()
    if (view.state.shown.kind !== 'page') return
    views.delete(view.url)
    views.set(view.url, view)
    const [oldest] = views.keys()
    if (views.size > most && oldest !== undefined) views.delete(oldest)
  }
  // A plain `#` link makes an entry as well.
  addEventListener('hashchange', numberEntry)
  add(first)

  return {
    /** After each navigation. */
    add,
    /** `url`: path and query. */
    find: (url: string) => views.get(url),
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
