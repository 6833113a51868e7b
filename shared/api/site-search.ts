// Site search: one page of results, by the search call or, for an origin without it, from the lists.
import { listOrder, pageSize } from '../constants.ts'
import type { ArticleSummary, Search, SearchRow } from '../content/content.ts'
import { found } from '../errors.ts'
import { highlight } from '../highlight.ts'
import type { PageQuery } from '../query.ts'
import type { Api } from './api.ts'

export type SiteSearch = { search: Search; pages: number }
type Context = {
  api: Api
  query: PageQuery
  /** Null if the part fails, and then the page is not stored as complete. */
  optional: <T>(part: (api: Api) => Promise<T>) => Promise<T | null>
}

/** Of each section, where the lists are searched. */
const mostOfSection = 5

/** Rejects if all calls fail. */
export async function searchSite(context: Context): Promise<SiteSearch> {
  const { keywords, kind, page } = context.query
  const wanted = { q: keywords, kind, page, size: pageSize.default }
  const search = await context.optional((api) => found(api.search({}, wanted)))
  return search ? { search, pages: Math.ceil(search.total / pageSize.default) } : searchLists(context)
}

/** The first articles of each section, or a page of those of one section; the other sections are counted. */
async function searchLists({ api, query, optional }: Context): Promise<SiteSearch> {
  const { keywords, kind, page } = query
  const lists = listOrder.map((category) => {
    const isShown = category === kind
    return api.articleList(
      { category },
      { keywords, page: isShown ? page : 1, page_size: isShown ? pageSize.default : mostOfSection },
    )
  })
  const results = await Promise.all(lists.map((list) => optional(() => list)))
  if (results.every((result) => result === null)) await Promise.any(lists).catch(() => lists[0])
  const totals = listOrder.map((category, at) => [category, results[at]?.total ?? 0] as const)
  const counts = Object.fromEntries(totals)
  const shown = results.filter((_, at) => kind === undefined || listOrder[at] === kind)
  const total = shown.reduce((sum, result) => sum + (result?.total ?? 0), 0)
  const list = shown.flatMap((result) => (result?.list ?? []).map((item) => rowOf(item, keywords)))
  const search = { list, total, counts, corrected: undefined, partial: undefined, terms: [] }
  return { search, pages: kind ? Math.ceil(total / pageSize.default) : 1 }
}

function rowOf(item: ArticleSummary, keywords: string): SearchRow {
  const { id, category, title, summary = '', published_at, status } = item
  const marked = (text: string) =>
    highlight(text, keywords).map(({ text, isMatch }) => ({ text, mark: isMatch || undefined }))
  return {
    ...{ kind: category, id, title: marked(title), text: marked(summary), status },
    published_at: category === 'news' ? published_at : undefined,
    ...{ parent_id: undefined, sign: undefined, within: undefined, chapter: undefined, file: undefined },
  }
}
