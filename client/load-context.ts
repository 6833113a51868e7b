// What a page loads its data with, on the server and in the browser.
import type { Api } from '../shared/api/api.ts'
import type { Category } from '../shared/content/content.ts'
import type { Island, IslandName, IslandProps } from '../shared/island.ts'
import type { Locale } from '../shared/locale.ts'
import type { Later } from '../shared/payload.ts'
import { type PageQuery, readQuery } from '../shared/query.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import { routeOf } from '../shared/routes.ts'

export type LoadContext = {
  api: Api
  match: RouteMatch
  locale: Locale
  /** With the route's defaults. */
  params: Record<string, string>
  query: PageQuery
  category: Category | undefined
  /**
   * Every part that a page can do without: null where it fails, hangs or is missing, and then the page is not stored as
   * complete. What may well be missing is looked up with `found`.
   */
  optional: <T>(part: (api: Api) => Promise<T>) => Promise<T | null>
  /** Whether an item exists in the other language too; true where that cannot be told soon. */
  inOther: (lookup: (api: Api) => Promise<unknown>) => Promise<boolean>
  /** A block of which only the HTML reaches a browser. */
  island: <Name extends IslandName>(name: Name, props: IslandProps[Name]) => Island<Name>
  /** Puts a secondary part off: the shell does not wait for it, and its failure is not the page's. */
  later: <T>(promise: Promise<T>) => Later<T>
}

/** The part of a page's load context that its address determines. */
export function contextOf(
  match: RouteMatch,
): Pick<LoadContext, 'match' | 'locale' | 'params' | 'query' | 'category'> {
  const { category, defaults } = routeOf(match.route)
  const params = { ...defaults, ...match.params }
  return { match, locale: match.locale, params, query: readQuery(match), category }
}
