// Found pages: address, dates and pictures of the pages that sitemaps list.
import { pageLimit } from '../../shared/constants.ts'
import { buildPath } from '../../shared/href.ts'
import { datesOf } from '../../shared/item-dates.ts'
import type { Locale } from '../../shared/locale.ts'
import { pageSizeOf, searchFor } from '../../shared/query.ts'
import type { Section } from '../../shared/sections.ts'
import type { AddressFacts } from '../../shared/site-facts.ts'

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

/** What pages are found with. `downloadId`: the category of downloads that `/download` shows. */
export type Site = AddressFacts & { downloadId: number }

/** The pages of a language by path; `listed`: the paths of the articles of each section, by its slug. */
export type LanguagePages = { pages: Map<string, FoundPage>; listed: Map<string, Set<string>> }
export type SitePages = Record<Locale, LanguagePages>

export function noPages(): SitePages {
  return { zh: { pages: new Map(), listed: new Map() }, en: { pages: new Map(), listed: new Map() } }
}

type Item = {
  title: string
  category?: string
  cover?: string | undefined
  gallery?: { url: string }[]
  items?: { published_at?: string | undefined }[]
  published_at?: string | undefined
  updated_at?: string | undefined
}

export function articlePage(item: Item, path: string): FoundPage {
  const { published, modified } = datesOf(item)
  const images = [item.cover, ...(item.gallery ?? []).map(({ url }) => url)].filter(
    (url) => url !== undefined,
  )
  return {
    path,
    modified: inUtc(modified),
    section: item.category,
    title: item.title,
    published: inUtc(published),
    images: [...new Set(images)],
  }
}

export function aboutPage({ cover }: Pick<Item, 'cover'>, path: string): FoundPage {
  return { path, images: cover ? [cover] : [] }
}

export function downloadPage({ items = [] }: Pick<Item, 'items'>, path: string): FoundPage {
  const dates = items.map(({ published_at }) => inUtc(published_at) ?? '')
  return { path, modified: dates.reduce(later, '') || undefined }
}

/** In UTC, so that dates are comparable as text. */
function inUtc(date: string | undefined): string | undefined {
  return date && new Date(date).toISOString()
}

/** The address of a category of downloads. */
export function downloadPath(id: number, { downloadId }: Site): string {
  return buildPath('download', id === downloadId ? {} : { id })
}

/** The home page and the lists, with the dates of their newest items. */
export function addLists({ pages, listed }: LanguagePages, { sections }: Site): void {
  let newest = ''
  for (const section of sections.list) {
    const paths = [...(listed.get(section.slug) ?? [])]
    const modified = paths.map((path) => pages.get(path)?.modified ?? '').reduce(later, '')
    newest = later(newest, modified)
    const most = Math.min(Math.ceil(paths.length / pageSizeOf({ section })), pageLimit)
    for (let page = 1; page <= most; page++) {
      const path = listPath(section, page)
      pages.set(path, { path, modified: page === 1 ? modified || undefined : undefined })
    }
  }
  pages.set('/', { path: '/', modified: newest || undefined })
}

function listPath(section: Section, page: number): string {
  return buildPath('section-list', { section: section.slug }) + searchFor({ page: 'list', section }, { page })
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
