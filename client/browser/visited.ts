// Visited pages: the last views of this document, which can be shown without a network.
import type { View } from './navigation-hooks.ts'

const most = 20

export function createVisited() {
  const views = new Map<string, View>()
  return {
    add(view: View) {
      if (view.state.shown.kind !== 'page') return
      views.delete(view.url)
      views.set(view.url, view)
      const [oldest] = views.keys()
      if (views.size > most && oldest !== undefined) views.delete(oldest)
    },
    /** `url`: path and query. */
    find: (url: string) => views.get(url),
  }
}
