// All addresses that the site lists for search engines, read from its sitemaps as they come in.
import type { Ask } from './http.ts'

/** When the page last changed, as its sitemap has it; '' where it does not say. */
export type Listed = Map<string, string>

type Element = { loc: string; lastmod: string }

/** An element is never as long as this. */
const longest = 1_048_576

/**
 * `from`: where the site is asked, which may be another address than its public one.
 * Rejects where any sitemap cannot be read: half a list would pass for removed pages.
 */
export async function readSitemaps(ask: Ask, siteUrl: string, from: string): Promise<Listed> {
  const listed: Listed = new Map()
  for await (const { loc } of elements(ask, `${from}/sitemap.xml`, 'sitemap')) {
    if (!loc.startsWith(`${siteUrl}/`)) throw new Error(`${loc} is not of ${siteUrl}: check SITE_URL`)
    for await (const page of elements(ask, from + loc.slice(siteUrl.length), 'url')) {
      const isOurs = page.loc === siteUrl || page.loc.startsWith(`${siteUrl}/`)
      const known = listed.get(page.loc)
      if (isOurs && (known === undefined || known < page.lastmod)) listed.set(page.loc, page.lastmod)
    }
  }
  return listed
}

async function* elements(ask: Ask, url: string, name: 'sitemap' | 'url'): AsyncGenerator<Element> {
  const { status, body } = await ask(url)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  const decoder = new TextDecoder()
  let text = ''
  let isWhole = false
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const parts = text.split(`</${name}>`)
    text = parts.pop() ?? ''
    for (const part of parts) yield elementOf(part)
    if (text.length > longest) throw new Error(`${url} is no sitemap`)
    isWhole = /<\/(?:urlset|sitemapindex)>\s*$/.test(text)
  }
  if (!isWhole) throw new Error(`${url} is not a whole sitemap`)
}

function elementOf(xml: string): Element {
  const of = (name: string) => decoded(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() ?? '')
  return { loc: of('loc'), lastmod: of('lastmod') }
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
}
