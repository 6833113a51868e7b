// Creates the cache as configured: memory, Redis as second tier, a snapshot for the next start.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../../shared/constants.ts'
import type { ContentUpdate, Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import type { CallReader } from '../origin/call-reader.ts'
import { purgeTargets } from '../origin/content-tags.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import { createCallCheck } from './call-check.ts'
import { type Cache, createCache } from './engine.ts'
import { createMemoryStore } from './memory-store.ts'
import type { RedisClient } from './redis/client.ts'
import { createRedisStore } from './redis/store.ts'
import { createSnapshot } from './snapshot.ts'
import type { MemoryStore } from './store.ts'

type Options = {
  config: Config
  redis: RedisClient | undefined
  /** Bytes of memory. */
  bytes: number
  origin: Origin
  reader: CallReader
  problems: OriginProblems
  log: FastifyBaseLogger
  metrics: Metrics
  now: () => number
  monotonic: () => number
}

type SiteCache = Cache & { memory: MemoryStore; close: () => Promise<void> }

export async function createSiteCache(options: Options): Promise<SiteCache> {
  const { config, redis, bytes, origin, reader, problems, log, metrics, now, monotonic } = options
  const memory = createMemoryStore({ maxBytes: bytes })
  metrics.watchCache(memory.usage)
  const atStart = origin.contentUpdate?.()
  const content = () => origin.contentUpdate?.().version ?? ''
  const snapshot =
    config.cacheSnapshotSeconds > 0
      ? createSnapshot({
          file: join(config.dataDir, 'cache.snapshot'),
          memory,
          log,
          maxBytes: bytes,
          content,
        })
      : undefined
  const { savedAt, content: savedContent } = (await snapshot?.load()) ?? {}
  const shared = redis
    ? createRedisStore({
        redis,
        log,
        onState: metrics.setSharedUp,
        ...(savedAt !== undefined && { purgesSince: savedAt }),
        ...(atStart && { content: atStart }),
      })
    : undefined
  await shared?.ready

  const cache = createCache({
    send: origin.send,
    memory,
    ...(shared && { shared }),
    now,
    monotonic,
    entryLimit: config.cacheEntryBytes,
    responseLimit: config.originResponseLimit,
    timeoutMs: requestTimeoutMs,
    check: createCallCheck({ reader, problems }),
    count: (outcome, tier, request) =>
      metrics.countOutcome(outcome, request?.kind ?? (request?.make ? 'page' : 'api'), tier),
    onRefreshError: (key, err) => log.warn({ key, err }, 'refresh of a stored response failed'),
  })
  const publish = async ({ version, changes }: ContentUpdate) => {
    // First: from then on other servers with the previous content store nothing in the shared tier.
    const named = shared?.setContent(version)
    await Promise.all([named, ...purgeTargets(changes).map((target) => cache.purge(target, 'hard'))])
  }
  if (atStart) {
    const { version, since, changes } = atStart
    const isKnown = savedContent === version || (savedContent === since && changes !== 'unknown')
    if (!isKnown) memory.purge({ kind: 'all' }, 'hard', now())
    // The shared tier compares the versions itself.
    if (changes !== 'unknown') await publish(atStart)
  }
  // Hard: the first visitor gets the changed content.
  const stopListening = origin.onChange?.((update) => void publish(update))
  snapshot?.start(config.cacheSnapshotSeconds * 1000)

  return {
    ...cache,
    memory,
    // Purged entries must not return from the snapshot at the next start.
    purge: async (target, mode) => {
      const purged = await cache.purge(target, mode)
      await snapshot?.save()
      return purged
    },
    close: async () => {
      stopListening?.()
      await snapshot?.stop()
      await snapshot?.save()
      await shared?.close()
    },
  }
}
