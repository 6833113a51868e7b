// Answers of the cache and of the origin, each counted for every call of a page.
import type { Registry } from 'prom-client'
import type { Outcome, Tier } from '../cache/engine.ts'
import { createQuickCounter } from './quick-counter.ts'
import { createQuickHistogram } from './quick-histogram.ts'

export type CacheKind = 'api' | 'page'

type Counts = Partial<Record<Outcome, () => void>>

export function createOriginMetrics(registers: Registry[]) {
  const outcomes = createQuickCounter({
    name: 'site_cache_requests_total',
    help: 'Requests to the cache by outcome and by the tier that answered, for answers of the origin and pages made from them',
    registers,
  })
  const seconds = createQuickHistogram({
    name: 'site_origin_seconds',
    help: 'Time until the head of the answer, for every attempt at the origin',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const ofKind = (): Record<Tier, Counts> => ({ memory: {}, shared: {}, origin: {} })
  const counts = { api: ofKind(), page: ofKind() }
  const attempts = new Map<number | 'error', (duration: number) => void>()

  const countOutcome = (outcome: Outcome, kind: CacheKind, tier: Tier) => {
    const ofTier = counts[kind][tier]
    let count = ofTier[outcome]
    if (!count) count = ofTier[outcome] = outcomes({ outcome, kind, tier })
    count()
  }

  return {
    countOutcome,
    countHit: (kind: CacheKind) => countOutcome('hit', kind, 'memory'),
    observeOrigin(duration: number, outcome: number | 'error') {
      const family = outcome === 'error' ? outcome : Math.floor(outcome / 100)
      const observe =
        attempts.get(family) ?? seconds({ outcome: family === 'error' ? family : `${family}xx` })
      attempts.set(family, observe)
      observe(duration)
    },
  }
}
