// Parts of URLs, without exceptions: `URL.parse` is not in all supported browsers.

export function parseUrl(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** A path that a URL parser would not change. */
const plainPath = /^(?:\/[\w-][\w.-]*)+$/

/** `siteUrl` has no path; undefined for an invalid URL. */
export function absoluteUrl(url: string, siteUrl: string): string | undefined {
  return plainPath.test(url) ? siteUrl + url : parseUrl(url, siteUrl)?.href
}

/** `search`: the query, `?` included, or ''. */
export type UrlParts = { pathname: string; search: string }

/** `url`: path and query. */
export function splitUrl(url: string): UrlParts {
  const mark = url.indexOf('?')
  return mark < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) }
}
