// RSS feeds: one for each language and one for each of its sections.
import { href } from './href.ts'
import type { PageLanguage, SiteLanguages } from './languages.ts'
import type { Locale } from './locale.ts'
import type { Section } from './sections.ts'

export const feedFile = 'feed.xml'
export const feedType = 'application/rss+xml'

/** No page has such a path: the last segment of a page is digits or the name of a section. `section`: undefined for all. */
export function feedPath(
  { locale, section }: { locale: Locale; section: string | undefined },
  languages: SiteLanguages,
): string {
  const language = { locale, languages }
  const page =
    section === undefined ? href('home', {}, language) : href('section-list', { section }, language)
  return `${page === '/' ? '' : page}/${feedFile}`
}

export type FeedLink = { type: string; title: string; href: string }

type Announced = {
  siteUrl: string
  siteTitle: string
  /** The section of the page. */
  section: Section | undefined
}

/** Feed links of a page: the feed of its section first, then that of the site. */
export function feedLinks(
  { siteUrl, siteTitle, section }: Announced,
  { locale, languages }: PageLanguage,
): FeedLink[] {
  const own = section ? [{ section: section.slug, title: feedTitle(section.title[locale], siteTitle) }] : []
  return [...own, { section: undefined, title: siteTitle }].map(({ section, title }) => ({
    type: feedType,
    title: [title, 'RSS'].filter(Boolean).join(' – '),
    href: siteUrl + feedPath({ locale, section }, languages),
  }))
}

export function feedTitle(sectionTitle: string, siteTitle: string): string {
  return [sectionTitle, siteTitle].filter(Boolean).join(' | ')
}
