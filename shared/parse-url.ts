// URLs that may be none; `URL.parse` is younger than the browsers we build for.

export function parseUrl(url: string, base: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** A path of which a URL parser would change nothing. */
const plainPath = /^(?:\/[\w-][\w.-]*)+$/

/** `siteUrl` has no path; undefined for what is no URL. */
export function absoluteUrl(url: string, siteUrl: string): string | undefined {
  return plainPath.test(url) ? siteUrl + url : parseUrl(url, siteUrl)?.href
}
