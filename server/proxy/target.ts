// The origin path of a proxied request, if it has one: nothing leaves the folder it was asked in.
import { splitUrl } from '../../shared/resolve.ts'

/**
 * The path and query as they go to the origin; undefined for dot segments, encoded slashes, backslashes, NUL,
 * malformed escapes and overlong characters, plain, encoded or encoded again, so that proxy, cache and origin never read
 * one URL in two ways.
 */
export function originTarget(url: string, folder: string): string | undefined {
  const { pathname, search } = splitUrl(url)
  if (!pathname.startsWith(folder)) return undefined
  const segments = pathname.split('/').slice(1)
  return segments.every(isPlainSegment) && isPlainQuery(search) ? pathname + search : undefined
}

/** Once decoded; the escapes left in it are of characters with a meaning for the next decoder. */
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

/** Where an escape is no UTF-8, or ends the text early, every reader guesses for itself. */
function isPlainQuery(search: string): boolean {
  if (!search.includes('%')) return true
  try {
    return !decodeURIComponent(search).includes('\u0000')
  } catch {
    return false
  }
}
