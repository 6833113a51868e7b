// Path validation of proxied requests: prevents path traversal out of `/api/home/` and `/media/`.
import type { UrlParts } from '../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'

/** After one decoding: characters, and double-encoded characters, that are significant to the next decoder. */
const forbidden = /[/\\\u0000-\u001f\u007f]|%(?:25|2e|2f|5c|[01][0-9a-f]|7f)/i

/**
 * The path and query for the upstream; undefined for dot segments, encoded slashes, backslashes, NUL, malformed escapes and
 * overlong characters, plain, encoded or double-encoded, so that proxy, cache and upstream interpret a URL alike.
 */
export function upstreamTarget({ pathname, search }: UrlParts, folder: string): string | undefined {
  const isPlain = (segment: string) =>
    segment !== '' && !/^\.{1,2}(?:;.*)?$/.test(segment) && !forbidden.test(segment)
  const isPath = pathname.startsWith(folder) && decodedSegmentsOf(pathname)?.every(isPlain)
  // Programs disagree on invalid UTF-8 and NUL.
  const isQuery = decodedSegmentsOf(`/${search}`)?.every((text) => !text.includes('\u0000'))
  return isPath && isQuery ? pathname + search : undefined
}
