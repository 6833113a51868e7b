// Sitemap XML (sitemaps.org 0.9, with xhtml alternates, images and news).
import { alternatesOf } from '../../shared/alternates.ts'
import { escapeXml } from '../../shared/escape-html.ts'
import { localizePath } from '../../shared/href.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import { parseUrl } from '../../shared/parse-url.ts'
import type { FoundPage } from './found-pages.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const urlSetStart =
  `${head}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml"` +
  ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' +
  ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n'
export const urlSetEnd = '</urlset>\n'

export function sitemapIndex(entries: { url: string; modified: string | undefined }[]): string {
  const items = entries.map(
    ({ url, modified }) => `<sitemap>${element('loc', url)}${element('lastmod', modified)}</sitemap>\n`,
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
  const alternates = alternatesOf(path, { siteUrl, languages }, indexed).map(
    ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(href)}"/>`,
  )
  const urls = images.flatMap((image) => parseUrl(image, siteUrl)?.href ?? [])
  const pictures = urls.map((url) => `<image:image>${element('image:loc', url)}</image:image>`)
  const loc = element('loc', siteUrl + localizePath(path, { locale, languages }))
  return `<url>${loc}${element('lastmod', modified)}${alternates.join('')}${pictures.join('')}</url>\n`
}

export function newsElement(
  { path, title = '', published = '' }: FoundPage,
  language: PageLanguage,
  site: { url: string; name: string },
): string {
  // Google's names of languages in news sitemaps.
  const publication =
    element('news:name', site.name) + element('news:language', language.locale === 'zh' ? 'zh-cn' : 'en')
  const news = element('news:publication_date', published) + element('news:title', title)
  const loc = element('loc', site.url + localizePath(path, language))
  return `<url>${loc}<news:news><news:publication>${publication}</news:publication>${news}</news:news></url>\n`
}

/** '' without a text. */
function element(name: string, text: string | undefined): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : ''
}
