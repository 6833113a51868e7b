// Sitemap XML (sitemaps.org 0.9, with xhtml alternates, images and news).
import { alternatesOf } from '../../shared/alternates.ts'
import { escapeXml } from '../../shared/escape-html.ts'
import { localizePath } from '../../shared/href.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { parseUrl } from '../../shared/parse-url.ts'
import type { FoundPage } from './found-pages.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Google's documentation of image sitemaps. */
const mostImages = 1000
/** Google's names of languages in news sitemaps. */
const newsLanguages: Record<Locale, string> = { zh: 'zh-cn', en: 'en' }

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const urlSetStart =
  `${head}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml"` +
  ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' +
  ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n'
export const urlSetEnd = '</urlset>\n'

export type SitemapEntry = { url: string; modified?: string | null | undefined }

export function sitemapIndex(entries: SitemapEntry[]): string {
  const items = entries.map(
    ({ url, modified }) => `<sitemap><loc>${escapeXml(url)}</loc>${dateElement(modified)}</sitemap>\n`,
  )
  return `${head}<sitemapindex xmlns="${namespace}">\n${items.join('')}</sitemapindex>\n`
}

/** `indexed`: the languages in which the page is there for search engines. */
export function urlElement(
  { path, modified, images = [] }: FoundPage,
  indexed: readonly Locale[],
  { locale, languages }: PageLanguage,
  siteUrl: string,
): string {
  const url = siteUrl + localizePath(path, { locale, languages })
  const alternates = alternatesOf(path, { siteUrl, languages }, indexed).map(
    ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(href)}"/>`,
  )
  const pictures = images.slice(0, mostImages).map((image) => imageElement(image, siteUrl))
  const parts = [`<loc>${escapeXml(url)}</loc>`, dateElement(modified), ...alternates, ...pictures]
  return `<url>${parts.join('')}</url>\n`
}

export function newsElement(
  page: FoundPage,
  language: PageLanguage,
  site: { url: string; name: string },
): string {
  const publication = `<news:name>${escapeXml(site.name)}</news:name><news:language>${newsLanguages[language.locale]}</news:language>`
  const date = `<news:publication_date>${escapeXml(page.published ?? '')}</news:publication_date>`
  return (
    `<url><loc>${escapeXml(site.url + localizePath(page.path, language))}</loc><news:news>` +
    `<news:publication>${publication}</news:publication>${date}<news:title>${escapeXml(page.title ?? '')}</news:title></news:news></url>\n`
  )
}

function imageElement(image: string, siteUrl: string): string {
  const url = parseUrl(image, siteUrl)
  return url ? `<image:image><image:loc>${escapeXml(url.href)}</image:loc></image:image>` : ''
}

function dateElement(date: string | null | undefined): string {
  return date ? `<lastmod>${escapeXml(date)}</lastmod>` : ''
}
