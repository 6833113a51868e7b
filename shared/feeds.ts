// RSS feeds: one for each language and one for each of its sections.
import { href } from './href.ts'
import type { PageLanguage } from './languages.ts'
import type { RouteMatch } from './resolve.ts'

export const feedFile = 'feed.xml'
export const feedType = 'application/rss+xml'

/** No page has such a path: the last segment of a page is digits or the name of a section. `section`: undefined for all. */
export function feedPath(language: PageLanguage, section?: string): string {
  const page =
    section === undefined ? href('home', {}, language) : href('section-list', { section }, language)
  return `${page === '/' ? '' : page}/${feedFile}`
}

export type FeedLink = { type: string; title: string; href: string }

/** Feed links of a page: the feed of its section first, then that of the site. */
export function feedLinks(match: RouteMatch, siteUrl: string, siteTitle: string): FeedLink[] {
  const { section, locale } = match
  const own = section ? [{ section: section.slug, title: feedTitle(section.title[locale], siteTitle) }] : []
  return [...own, { section: undefined, title: siteTitle }].map(({ section, title }) => ({
    type: feedType,
    title: [title, 'RSS'].filter(Boolean).join(' – '),
    href: siteUrl + feedPath(match, section),
  }))
}

export function feedTitle(sectionTitle: string, siteTitle: string): string {
  return [sectionTitle, siteTitle].filter(Boolean).join(' | ')
}
