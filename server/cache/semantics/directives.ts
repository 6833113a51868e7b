// Cache-Control as values (RFC 9111 §5.2).

/** Seconds for directives that take them, `true` for those that do not. */
export type Directives = {
  maxAge?: number
  sharedMaxAge?: number
  staleWhileRevalidate?: number
  staleIfError?: number
  noStore?: true
  noCache?: true
  private?: true
  public?: true
  mustRevalidate?: true
  proxyRevalidate?: true
  mustUnderstand?: true
}

export const seconds = new Map<string, keyof Directives>([
  ['max-age', 'maxAge'],
  ['s-maxage', 'sharedMaxAge'],
  ['stale-while-revalidate', 'staleWhileRevalidate'],
  ['stale-if-error', 'staleIfError'],
])
export const flags = new Map<string, keyof Directives>([
  ['no-store', 'noStore'],
  ['no-cache', 'noCache'],
  ['private', 'private'],
  ['public', 'public'],
  ['must-revalidate', 'mustRevalidate'],
  ['proxy-revalidate', 'proxyRevalidate'],
  ['must-understand', 'mustUnderstand'],
])

/** RFC 9111 §1.2.2: the value of a delta that is too large. */
const largestDelta = 2 ** 31

/**
 * Unknown directives are ignored. Of a repeated directive the stricter value counts, and an invalid number of seconds
 * counts as 0 (RFC 9111 §4.2.1 encourages to treat invalid freshness information as stale).
 */
export function parseDirectives(header: string): Directives {
  const found: Record<string, number | true> = {}
  for (const [, rawName = '', quoted, token] of header.matchAll(
    /([^\s,=;]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,\s]*)))?/g,
  )) {
    const name = rawName.toLowerCase()
    const flag = flags.get(name)
    // `no-cache="field"` and `private="field"` are read as unqualified, which is stricter (§5.2.2.4, §5.2.2.7).
    if (flag) found[flag] = true
    const field = seconds.get(name)
    if (field)
      found[field] = Math.min(deltaSeconds(quoted ?? token ?? ''), (found[field] as number) ?? largestDelta)
  }
  return found as Directives
}

/** RFC 9111 §1.2.2: a non-negative integer; anything else is 0 here. */
export function deltaSeconds(text: string): number {
  return /^\d+$/.test(text) ? Math.min(Number(text), largestDelta) : 0
}
