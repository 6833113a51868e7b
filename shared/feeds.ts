// Feeds: one for each language and one for each of its sections, in two formats.
import { href } from './href.ts'
import { defaultLanguages, type PageLanguage } from './languages.ts'
import type { Locale } from './locale.ts'
import type { Section } from './sections.ts'

/** The formats in order of preference: feed readers use the first one that they support. */
export const feedFormats = {
  rss: { file: 'feed.xml', type: 'application/rss+xml', name: 'RSS' },
  atom: { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
} as const
export type FeedFormat = keyof typeof feedFormats
export const formats = Object.keys(feedFormats) as FeedFormat[]

/** `section`: its slug; undefined for all. */
type FeedAddress = { locale: Locale; section: string | undefined; format: FeedFormat }

/** No page has such a path: the last segment of a page is digits or the name of a section. */
export function feedPath({ locale, section, format }: FeedAddress, languages = defaultLanguages): string {
  const language = { locale, languages }
  const page =
    section === undefined ? href('home', {}, language) : href('section-list', { section }, language)
  return `${page === '/' ? '' : page}/${feedFormats[format].file}`
}

export type FeedLink = { type: string; title: string; href: string }

type Announced = {
  siteUrl: string
  siteTitle: string
  /** The section of the page. */
  section: Section | undefined
}

/** Feed links of a page: the feeds of its section first, then those of the site. */
export function feedLinks(
  { siteUrl, siteTitle, section }: Announced,
  { locale, languages }: PageLanguage,
): FeedLink[] {
  const own = section ? [{ section: section.slug, title: feedTitle(section.title[locale], siteTitle) }] : []
  return [...own, { section: undefined, title: siteTitle }].flatMap(({ section, title }) =>
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
