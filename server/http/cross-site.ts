// Requests that another site makes a browser send.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * By Fetch Metadata, which no page can forge; else by Origin. A client that sends neither is no browser. A subdomain
 * counts as another site.
 */
export function isCrossSite(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy that rewrites Host, browsers see the configured URL.
  return origin !== siteUrl && new URL(origin).host !== host
}
