// The Cache-Status field (RFC 9211).

const name = 'site'

export const cacheStatus = {
  /** `ttlMs` is negative for a stale answer (§2.4). */
  hit: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}`,
  staleIfError: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}; detail=stale-if-error`,
  filled: (
    outcome: 'miss' | 'revalidated',
    status: number,
    { isStored, collapsed }: { isStored: boolean; collapsed: boolean },
  ) =>
    [
      `${name}; fwd=${outcome === 'miss' ? 'uri-miss' : 'stale'}`,
      `fwd-status=${outcome === 'miss' ? status : 304}`,
      ...(isStored ? ['stored'] : []),
      ...(collapsed ? ['collapsed'] : []),
    ].join('; '),
  /** `reason`: `method`, `bypass` or `miss` (§2.2). */
  forwarded: (reason: string, status: number) => `${name}; fwd=${reason}; fwd-status=${status}`,
}
