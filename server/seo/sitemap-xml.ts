// Sitemaps as XML (sitemaps.org 0.9, with xhtml alternates).

export type SitemapUrl = {
  loc: string
  lastModified?: string | undefined
  alternates: { hreflang: string; href: string }[]
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function sitemapIndex(urls: string[]): string {
  const items = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return `${head}<sitemapindex xmlns="${namespace}">\n${items.join('\n')}\n</sitemapindex>\n`
}

export function urlSet(urls: SitemapUrl[]): string {
  const xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `${head}<urlset xmlns="${namespace}" ${xhtml}>\n${urls.map(urlElement).join('\n')}\n</urlset>\n`
}

function urlElement({ loc, lastModified, alternates }: SitemapUrl): string {
  const date = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''
  const links = alternates.map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`,
  )
  return `<url><loc>${escapeXml(loc)}</loc>${date}${links.join('')}</url>`
}

/** Characters that XML 1.0 §2.2 does not have are left out: one of them, and no reader takes the rest. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
