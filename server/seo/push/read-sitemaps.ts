// Sitemap reader: all URLs of the site's sitemaps, parsed while they are downloaded.
import type { SendRequest } from './http.ts'

/** `lastmod` by URL; '' for a URL without one. */
export type Listed = Map<string, string>

type Element = { loc: string; lastmod: string }

/** Upper limit of an element. */
const longest = 1_048_576

/**
 * `from`: the base URL to request the sitemaps from, which may differ from the public one.
 * Rejects where any sitemap cannot be read: with a partial list, pages would be submitted as removed.
 */
export async function readSitemaps(send: SendRequest, siteUrl: string, from: string): Promise<Listed> {
  const listed: Listed = new Map()
  for await (const { loc } of elements(send, `${from}/sitemap.xml`, 'sitemap')) {
    if (!loc.startsWith(`${siteUrl}/`))
      throw new Error(`the sitemap ${loc} is not below ${siteUrl}: check SITE_URL`)
    for await (const page of elements(send, from + loc.slice(siteUrl.length), 'url')) {
      const isOurs = page.loc === siteUrl || page.loc.startsWith(`${siteUrl}/`)
      const known = listed.get(page.loc)
      if (isOurs && (known === undefined || known < page.lastmod)) listed.set(page.loc, page.lastmod)
    }
  }
  return listed
}

async function* elements(send: SendRequest, url: string, name: 'sitemap' | 'url'): AsyncGenerator<Element> {
  const { status, body } = await send(url)
  if (status !== 200) throw new Error(`${url}: status ${status}, expected 200`)
  const decoder = new TextDecoder()
  let text = ''
  let isWhole = false
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const parts = text.split(`</${name}>`)
    text = parts.pop() ?? ''
    for (const part of parts) yield elementOf(part)
    if (text.length > longest)
      throw new Error(`${url}: not a sitemap, an element is longer than ${longest} characters`)
    isWhole = /<\/(?:urlset|sitemapindex)>\s*$/.test(text)
  }
  if (!isWhole) throw new Error(`${url}: incomplete sitemap, no closing tag at the end`)
}

function elementOf(xml: string): Element {
  const of = (name: string) => decoded(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() ?? '')
  return { loc: of('loc'), lastmod: of('lastmod') }
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
}
