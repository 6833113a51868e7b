// Creates the cache as configured: memory, Redis as second tier, a snapshot for the next start.
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { ContentUpdate } from '../base/origin.ts'
import { cacheMemory } from '../config/cache-memory.ts'
import type { CallReader } from '../origin/call-reader.ts'
import { purgeTargets } from '../origin/content-tags.ts'
import { createCallCheck } from './call-check.ts'
import { createEncodings, type Encodings } from './encodings.ts'
import { type Cache, createCache } from './engine.ts'
import { createMemoryStore } from './memory-store.ts'
import type { RedisClient } from './redis/client.ts'
import { createRedisStore } from './redis/store.ts'
import { createSnapshot } from './snapshot.ts'
import type { MemoryStore, SharedStore } from './store.ts'

export type SiteCache = Cache & {
  memory: MemoryStore
  encodings: Encodings
  /** The purges of operators since the start. */
  purges: () => number
  /** Pages that show the picture are stale. */
  renewPicture: (path: string) => void
  close: () => Promise<void>
}

export async function createSiteCache(
  context: AppContext,
  { redis }: { redis: RedisClient | undefined },
  reader: CallReader,
): Promise<SiteCache> {
  const { config, origin, time } = context
  const maxBytes = cacheMemory(config.cacheMemoryBytes).responses
  const memory = createMemoryStore({ maxBytes })
  context.telemetry.metrics.watchCache(memory.usage)
  const atStart = origin.contentUpdate?.()
  const snapshot = openSnapshot(context, memory, maxBytes)
  const { savedAt, content: savedContent } = (await snapshot?.load()) ?? {}
  const shared = redis && openShared(context, redis, savedAt)
  // First: it listens to the purges that Redis has while it connects, those since the snapshot.
  const cache = openCache(context, { memory, shared }, reader)
  await shared?.ready
  const publish = async ({ version, changes }: ContentUpdate) => {
    // First: from then on other servers with the previous content store nothing in the shared tier.
    const named = shared?.setContent(version)
    await Promise.all([named, ...purgeTargets(changes).map((target) => cache.purge(target, 'hard'))])
  }
  if (atStart) {
    const { version, since, changes } = atStart
    const isKnown = savedContent === version || (savedContent === since && changes !== 'unknown')
    if (!isKnown) memory.purge({ kind: 'all' }, 'hard', time.now())
    // The shared tier compares the versions itself.
    if (changes !== 'unknown') await publish(atStart)
  }
  // Hard: the first visitor gets the changed content.
  const stopListening = origin.onChange?.((update) => void publish(update))
  snapshot?.start(config.cacheSnapshotSeconds * 1000)

  let purges = 0

  return {
    ...cache,
    purges: () => purges,
    memory,
    encodings: createEncodings(memory),
    // Purged entries must not return from the snapshot at the next start.
    purge: async (target, mode) => {
      purges++
      const purged = await cache.purge(target, mode)
      await snapshot?.save()
      return purged
    },
    renewPicture: (path) => void cache.purge({ kind: 'tag', tag: `path:${path}` }, 'soft'),
    close: async () => {
      stopListening?.()
      await snapshot?.stop()
      await snapshot?.save()
      await shared?.close()
    },
  }
}

function openCache(
  { config, origin, facts, time, telemetry }: AppContext,
  stores: { memory: MemoryStore; shared: SharedStore | undefined },
  reader: CallReader,
): Cache {
  const { log, metrics, problems } = telemetry
  return createCache({
    send: origin.send,
    stores,
    languages: facts.languages,
    check: createCallCheck({
      reader,
      problems,
      // Embedded content says itself when it changes.
      isByPolicy: config.apiBase !== '' && config.upstreamCache === 'policy',
      sections: facts.sections,
    }),
    time,
    count: (outcome, tier, request) =>
      metrics.countOutcome(outcome, request?.kind ?? (request?.make ? 'page' : 'api'), tier),
    onRefreshError: (key, err) => log.warn({ key, err }, 'refresh of a stored response failed'),
  })
}

function openSnapshot(
  { config, origin, telemetry: { log } }: AppContext,
  memory: MemoryStore,
  maxBytes: number,
) {
  if (config.cacheSnapshotSeconds === 0) return undefined
  const file = join(config.dataDir, 'cache.snapshot')
  const content = () => origin.contentUpdate?.().version ?? ''
  return createSnapshot({ file, memory, log, maxBytes, content })
}

/** `savedAt`: of the snapshot; purges since then are made up for. */
function openShared({ origin, telemetry }: AppContext, redis: RedisClient, savedAt: number | undefined) {
  const content = origin.contentUpdate?.()
  return createRedisStore({
    redis,
    log: telemetry.log,
    onState: telemetry.metrics.setSharedUp,
    ...(savedAt !== undefined && { purgesSince: savedAt }),
    ...(content && { content }),
  })
}
