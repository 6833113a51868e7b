// The Cache-Status field (RFC 9211).
import { type Fields, field } from '../base/fields.ts'

const name = 'site'

/** Why the request was forwarded to the origin (§2.2), and the outcome. */
type Forwarded = {
  reason: 'uri-miss' | 'stale' | 'method' | 'bypass'
  status: number
  isStored?: boolean
  isCollapsed?: boolean
}

export const cacheStatus = {
  /** `ttlMs` is negative for a stale response (§2.4). */
  hit: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}`,
  staleIfError: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}; detail=stale-if-error`,
  forwarded: ({ reason, status, isStored = false, isCollapsed = false }: Forwarded) =>
    `${name}; fwd=${reason}; fwd-status=${status}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`,
}

/** The complete field: this cache's member follows those of the caches closer to the origin (§2). */
export function cacheStatusAfter(fields: Fields, status: string): string {
  const before = field(fields, 'cache-status')
  return before ? `${before}, ${status}` : status
}

export function withCacheStatus(fields: Fields, status: string): Fields {
  return { ...fields, 'cache-status': cacheStatusAfter(fields, status) }
}
