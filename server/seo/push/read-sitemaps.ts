// Reads the addresses from the sitemaps of the running site, which brings them up to date for this.
import { type Dispatcher, request } from 'undici'

/** `lastmod` by URL; '' for a URL without one. */
export type Listed = Map<string, string>

/** Elements as server/seo/sitemap-xml.ts writes them. */
const element = /<(?:url|sitemap)>\s*<loc>([^<]+)<\/loc>(?:\s*<lastmod>([^<]+))?/g
const end = /<\/(?:urlset|sitemapindex)>\s*$/
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/**
 * `from`: the base URL to request the sitemaps from, which may differ from the public one.
 * Rejects where any sitemap cannot be read: with a partial list, pages would be submitted as removed.
 */
export async function readSitemaps(dispatcher: Dispatcher, siteUrl: string, from: string): Promise<Listed> {
  const listed: Listed = new Map()
  for (const [sitemap] of await read(dispatcher, `${from}/sitemap.xml`)) {
    if (!sitemap.startsWith(`${siteUrl}/`))
      throw new Error(`the sitemap ${sitemap} is not below ${siteUrl}: check SITE_URL`)
    for (const [url, modified] of await read(dispatcher, from + sitemap.slice(siteUrl.length))) {
      const known = listed.get(url)
      if (known === undefined || known < modified) listed.set(url, modified)
    }
  }
  return listed
}

async function read(dispatcher: Dispatcher, url: string): Promise<[loc: string, lastmod: string][]> {
  const { statusCode, body } = await request(url, { dispatcher })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${url}: status ${statusCode}, expected 200`)
  if (!end.test(text.slice(-100))) throw new Error(`${url}: no sitemap, expected a closing tag at the end`)
  return [...text.matchAll(element)].map(([, loc = '', lastmod = '']) => [decoded(loc), lastmod])
}

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
}
