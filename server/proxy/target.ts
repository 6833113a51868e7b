// Path validation of proxied requests: prevents path traversal out of `/api/home/` and `/media/`.
import type { UrlParts } from '../../shared/parse-url.ts'

/**
 * The path and query for the origin; undefined for dot segments, encoded slashes, backslashes, NUL, malformed escapes and
 * overlong characters, plain, encoded or double-encoded, so that proxy, cache and origin interpret a URL alike.
 */
export function originTarget({ pathname, search }: UrlParts, folder: string): string | undefined {
  if (!pathname.startsWith(folder)) return undefined
  const segments = pathname.split('/').slice(1)
  return segments.every(isPlainSegment) && isPlainQuery(search) ? pathname + search : undefined
}

/** After one decoding: characters, and double-encoded characters, that are significant to the next decoder. */
const forbidden = /[/\\\u0000-\u001f\u007f]|%(?:25|2e|2f|5c|[01][0-9a-f]|7f)/i

function isPlainSegment(segment: string): boolean {
  if (segment === '') return false
  try {
    const decoded = decodeURIComponent(segment)
    return !/^\.{1,2}(?:;.*)?$/.test(decoded) && !forbidden.test(decoded)
  } catch {
    return false
  }
}

/** Programs disagree on invalid UTF-8 and NUL. */
function isPlainQuery(search: string): boolean {
  if (!search.includes('%')) return true
  try {
    return !decodeURIComponent(search).includes('\u0000')
  } catch {
    return false
  }
}
