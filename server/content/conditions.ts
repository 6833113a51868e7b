// Conditional requests (RFC 9110 §13).

/** If-None-Match, by weak comparison (§13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}

/** If-Modified-Since, to the second, which is all an HTTP date holds (§13.1.3). */
export function isUnmodifiedSince(header: string | undefined, modified: Date): boolean {
  const since = Date.parse(header ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}
