// Feeds: one for each language and one for each of its categories, in three formats.
import { categories } from './constants.ts'
import type { Category } from './content/content.ts'
import { href, listHref } from './href.ts'
import { defaultLanguages, listOf, type PageLanguage } from './languages.ts'
import type { Locale } from './locale.ts'

/** In order of preference: feed readers use the first format that they support. */
export const feedFormats = {
  rss: { file: 'feed.xml', type: 'application/rss+xml', name: 'RSS' },
  atom: { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  json: { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
} as const
export type FeedFormat = keyof typeof feedFormats
const formats = Object.keys(feedFormats) as FeedFormat[]

/** One category, or all. */
export type FeedSection = Category | 'all'
export type FeedAddress = { locale: Locale; section: FeedSection; format: FeedFormat }

export function feedAddresses(languages = defaultLanguages): FeedAddress[] {
  return listOf(languages).flatMap((locale) =>
    (['all', ...categories] as const).flatMap((section) =>
      formats.map((format) => ({ locale, section, format })),
    ),
  )
}

/** No page has such a path: the last segment of a page is digits or the name of a section. */
export function feedPath({ locale, section, format }: FeedAddress, languages = defaultLanguages): string {
  const language = { locale, languages }
  const page = section === 'all' ? href('home', {}, language) : listHref(section, language)
  return `${page === '/' ? '' : page}/${feedFormats[format].file}`
}

export type FeedLink = { type: string; title: string; href: string }

type Announced = {
  siteUrl: string
  siteTitle: string
  /** The category of the page with its name, if any. */
  section: { category: Category; title: string } | undefined
}

/** Feed links of a page: the feeds of its category first, then those of the site. */
export function feedLinks(
  { siteUrl, siteTitle, section }: Announced,
  { locale, languages }: PageLanguage,
): FeedLink[] {
  const own = section ? [{ section: section.category, title: feedTitle(section.title, siteTitle) }] : []
  return [...own, { section: 'all' as const, title: siteTitle }].flatMap(({ section, title }) =>
    formats.map((format) => ({
      type: feedFormats[format].type,
      title: [title, feedFormats[format].name].filter(Boolean).join(' – '),
      href: siteUrl + feedPath({ locale, section, format }, languages),
    })),
  )
}

export function feedTitle(sectionTitle: string, siteTitle: string): string {
  return [sectionTitle, siteTitle].filter(Boolean).join(' | ')
}
