// HTML of a page: title, links, state and other parts for tests.
import type { PageSettings } from '../../shared/payload.ts'

/** The text between the first match's parentheses, or ''. */
export function find(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? ''
}

export function titleOf(html: string): string {
  return unescapeHtml(find(html, /<title>([^<]*)<\/title>/))
}

export function canonicalOf(html: string): string {
  return unescapeHtml(find(html, /<link rel="canonical" href="([^"]*)"/))
}

/** The content of a `meta` element, by its name or property. */
export function metaOf(html: string, name: string): string {
  return unescapeHtml(find(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)))
}

/** The addresses in a sitemap or in an index of sitemaps, without the host of the site. */
export function locsOf(xml: string, siteUrl: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => unescapeHtml(url).replace(siteUrl, '') || '/',
  )
}

export function langOf(html: string): string {
  return find(html, /<html lang="([^"]*)"/)
}

/** `{ 'zh-CN': url, 'en-US': url, 'x-default': url }` */
export function alternatesOf(html: string): Record<string, string> {
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)]
  return Object.fromEntries(links.map(([, lang, href]) => [lang, unescapeHtml(href ?? '')]))
}

/** Those of a page in both languages, by its unprefixed path. */
export function bothLanguages(siteUrl: string, path: string): Record<string, string> {
  const chinese = siteUrl + path
  const english = `${siteUrl}/en${path === '/' ? '' : path}`
  return { 'zh-CN': chinese, 'en-US': english, 'x-default': chinese }
}

export function pageOf(html: string): string {
  return find(html, /data-page="([^"]*)"/)
}

/** What `script#data` has for the browser's program. */
export function settingsOf(html: string): PageSettings {
  return JSON.parse(find(html, /<script type="application\/json" id="data">([^<]*)<\/script>/))
}

export function unescapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  }
  return text.replace(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity] ?? entity)
}
