// Found pages: address, dates and pictures of the pages that sitemaps list.
import { pageLimit } from '../../shared/constants.ts'
import { buildPath } from '../../shared/href.ts'
import { datesOf } from '../../shared/item-dates.ts'
import type { Locale } from '../../shared/locale.ts'
import { pageSizeOf, searchFor } from '../../shared/query.ts'
import type { AddressSettings } from '../../shared/site-settings.ts'

export type FoundPage = {
  /** Canonical, unprefixed, with its query. */
  path: string
  /** ISO 8601 in UTC, as `published`. */
  modified?: string | undefined
  /** Of an article: the slug of its section. */
  section?: string | undefined
  title?: string | undefined
  published?: string | undefined
  /** URLs, absolute or root-relative. */
  images?: string[]
}

/** `downloadId`: the category of downloads that `/download` shows. */
export type Site = AddressSettings & { downloadId: number }

/** The pages of a language by path; `listed`: the paths of the articles of each section, by its slug. */
type LanguagePages = { pages: Map<string, FoundPage>; listed: Map<string, Set<string>> }
/** `isStale`: a response was stale; `isPartial`: the site has more pages. */
export type Found = Record<Locale, LanguagePages> & { isStale: boolean; isPartial: boolean }

export function nothingFound(): Found {
  const none = (): LanguagePages => ({ pages: new Map(), listed: new Map() })
  return { zh: none(), en: none(), isStale: false, isPartial: false }
}

type Item = Parameters<typeof datesOf>[0] & {
  title?: string
  category?: string
  cover?: string | undefined
  gallery?: { url: string }[]
}

export function itemPage(
  path: string,
  { title, category: section, cover, gallery = [], ...dates }: Item,
): FoundPage {
  const { published, modified } = datesOf(dates)
  const images = new Set([cover, ...gallery.map(({ url }) => url)].flatMap((url) => url || []))
  return { path, modified: inUtc(modified), section, title, published: inUtc(published), images: [...images] }
}

export function downloadPage(
  { id, items = [] }: { id: number; items?: { published_at?: string | undefined }[] },
  { downloadId }: Site,
): FoundPage {
  const path = buildPath('download', id === downloadId ? {} : { id })
  return { path, modified: latest(items.map((file) => inUtc(file.published_at))) }
}

/** The home page and the lists, with the dates of their newest items. */
export function addLists({ pages, listed }: LanguagePages, { sections }: Site): void {
  const newest = sections.list.map((section) => {
    const paths = [...(listed.get(section.slug) ?? [])]
    const modified = latest(paths.map((path) => pages.get(path)?.modified))
    const most = Math.min(Math.ceil(paths.length / pageSizeOf({ section })), pageLimit)
    for (let page = 1; page <= most; page++) {
      const search = searchFor({ page: 'list', section }, { page })
      const path = buildPath('section-list', { section: section.slug }) + search
      pages.set(path, { path, modified: page === 1 ? modified : undefined })
    }
    return modified
  })
  pages.set('/', { path: '/', modified: latest(newest) })
}

/** In UTC, so that dates are comparable as text. */
function inUtc(date: string | undefined): string | undefined {
  return date && new Date(date).toISOString()
}

export function latest(dates: (string | undefined)[]): string | undefined {
  return dates.reduce((one, other) => ((one ?? '') > (other ?? '') ? one : other), undefined)
}

export function newestFirst(pages: Iterable<FoundPage>): FoundPage[] {
  return [...pages].sort((a, b) => ((a.published ?? '') < (b.published ?? '') ? 1 : -1))
}
