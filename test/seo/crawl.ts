// Crawler for tests: from the home pages over links and canonical URLs, as a search engine does.
import { alternatesOf, canonicalOf, find, metaOf, titleOf, unescapeHtml } from '../helpers/html.ts'
import { botAgent, type Site, siteUrl } from '../helpers/site.ts'

export type Crawled = {
  url: string
  status: number
  title: string
  description: string
  canonical: string
  /** By language tag. */
  alternates: Record<string, string>
  isIndexable: boolean
  /** Canonical, indexable, status 200. */
  isListed: boolean
  links: string[]
  linkedFrom: string
  html: string
}

/**
 * URLs are path and query. Links to other sites, `nofollow` links and links of noindex pages are not followed:
 * search results lead to more searches.
 */
export async function crawl(site: Site, starts: string[]): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>()
  const queue = starts.map((url) => ({ url, linkedFrom: '' }))
  const known = new Set(starts)
  for (const { url, linkedFrom } of queue) {
    const page = await visit(site, url, linkedFrom)
    found.set(url, page)
    for (const link of page.isIndexable ? page.links.filter((link) => !known.has(link)) : []) {
      known.add(link)
      queue.push({ url: link, linkedFrom: url })
    }
  }
  return found
}

async function visit(site: Site, url: string, linkedFrom: string): Promise<Crawled> {
  const response = await site.get(url, { 'user-agent': botAgent, 'accept-language': '' })
  const html = response.headers['content-type']?.toString().startsWith('text/html') ? response.body : ''
  const canonical = canonicalOf(html)
  const robots = `${response.headers['x-robots-tag'] ?? ''} ${metaOf(html, 'robots')}`
  const isIndexable = response.statusCode === 200 && !robots.includes('noindex')
  return {
    url,
    status: response.statusCode,
    title: titleOf(html),
    description: metaOf(html, 'description'),
    canonical,
    alternates: alternatesOf(html),
    isIndexable,
    isListed: isIndexable && html !== '' && canonical === siteUrl + url,
    links: html
      ? [...linksOf(html), ...(canonical.startsWith(siteUrl) ? [canonical.slice(siteUrl.length) || '/'] : [])]
      : [],
    linkedFrom,
    html,
  }
}

function linksOf(html: string): string[] {
  const anchors = [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => attributes)
  return anchors.flatMap((attributes) => {
    if (/rel="[^"]*nofollow/.test(attributes)) return []
    const href = unescapeHtml(find(attributes, /\bhref="([^"]*)"/))
    const [path = ''] = href.replace(siteUrl, '').split('#')
    return path.startsWith('/') && !path.startsWith('//') ? [path] : []
  })
}
