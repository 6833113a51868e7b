// Posts that another site made a visitor's browser send are not taken.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * By fetch metadata, which no page can forge; else by Origin. A program that sends neither is no browser. A subdomain
 * counts as another site.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy that renames the host, the configured address is the one browsers see.
  return origin !== siteUrl && new URL(origin).host !== host
}
