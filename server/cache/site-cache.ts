// The cache that the configuration asks for: memory, with what operators see of it.
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { Config } from '../config.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Origin } from '../origin/origin.ts'
import { type Cache, createCache } from './engine.ts'
import { createMemoryStore } from './memory-store.ts'
import type { MemoryStore } from './store.ts'

type Options = { config: Config; origin: Origin; log: FastifyBaseLogger; metrics: Metrics; now: () => number }

export type SiteCache = Cache & { memory: MemoryStore; close: () => Promise<void> }

export async function createSiteCache({ config, origin, log, metrics, now }: Options): Promise<SiteCache> {
  const memory = createMemoryStore({ maxBytes: config.cacheMemoryBytes })
  metrics.watchCache(memory.usage)
  const cache = createCache({
    send: origin.send,
    memory,
    now,
    entryLimit: config.cacheEntryBytes,
    responseLimit: config.originResponseLimit,
    timeoutMs: requestTimeoutMs,
    count: metrics.countOutcome,
    onRefreshError: (key, err) => log.warn({ key, err }, 'stored answer not refreshed'),
  })
  // Content of our own that changed is shown at once: asking for it again costs next to nothing.
  const stopListening = origin.onChange?.(() => void cache.purge({ kind: 'all' }, 'hard'))
  return {
    ...cache,
    memory,
    close: async () => stopListening?.(),
  }
}
