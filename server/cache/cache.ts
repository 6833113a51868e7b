// Creates the cache as configured: memory, Redis for several servers, a snapshot for the next start.
import type { AppContext } from '../app-context.ts'
import type { ContentUpdate } from '../base/content-source.ts'
import type { ChangedItem, Purge } from '../ops/purge.ts'
import type { CallReader } from '../upstream/call-reader.ts'
import { createCallResponses } from '../upstream/call-responses.ts'
import { purgeTargets, targetsOfItem } from '../upstream/content-tags.ts'
import { createEncode } from './encodings.ts'
import { createEngine } from './engine.ts'
import { createFetch } from './fetch.ts'
import { createMemoryStore } from './memory-store.ts'
import type { RedisClient } from './redis-client.ts'
import { createSharedStore } from './shared-store.ts'
import { createSnapshot } from './snapshot.ts'

/** Of CACHE_MEMORY_BYTES; the rest is for fragments, and for tables that are bounded by their number of entries. */
const responseShare = 0.75

export type Cache = Awaited<ReturnType<typeof createCache>>

export async function createCache(
  context: AppContext,
  { redis }: { redis: RedisClient | undefined },
  reader: CallReader,
) {
  const { config, source, siteSettings, time, telemetry } = context
  const { metrics } = telemetry
  const maxBytes = Math.floor(responseShare * config.cacheMemoryBytes)
  const atStart = source.contentUpdate()
  const memory = createMemoryStore(maxBytes)
  metrics.watch('site_cache_bytes', () => memory.usage().bytes)
  metrics.watch('site_cache_keys', () => memory.usage().count)
  const snapshot = config.cacheSnapshotSeconds > 0 ? createSnapshot(context, memory, maxBytes) : undefined
  const saved = (await snapshot?.load()) ?? {}
  const { savedAt = time.now() } = saved
  const shared = redis && createSharedStore(context, redis, savedAt, atStart?.version)
  metrics.watch('site_cache_shared_up', () => Number(shared?.isUp() ?? false))
  const fetch = createFetch(context, createCallResponses(context, reader))
  // First: it listens to the purges that Redis has while it connects, those since the snapshot.
  const cache = createEngine(context, { fetch, memory, shared })
  await shared?.ready
  const publish = ({ version, changes }: ContentUpdate) => {
    shared?.setVersion(version)
    return Promise.all(purgeTargets(changes).map((target) => cache.purge(target, 'hard')))
  }
  if (atStart) {
    const { version, since, changes } = atStart
    const isKnown = saved.content === version || (saved.content === since && changes !== 'unknown')
    if (!isKnown) memory.purge({ target: { kind: 'all' }, mode: 'hard' }, time.now())
    if (changes !== 'unknown') await publish(atStart)
  }
  // Hard: the first visitor gets the changed content.
  const stopListening = source.onChange((update) => void publish(update))
  snapshot?.start()
  let purges = 0
  // Purged entries must not return from the snapshot at the next start.
  const purge: Purge = async (target, mode) => {
    purges++
    const purged = await cache.purge(target, mode)
    await snapshot?.save()
    return purged
  }

  return {
    ...cache,
    purge,
    targetsOfItem: (item: ChangedItem) => targetsOfItem(item, siteSettings.sections()),
    /** The purges of operators since the start. */
    purges: () => purges,
    encode: createEncode(memory),
    /** Pages that show the picture are stale. */
    renewPicture: (path: string) => void cache.purge({ kind: 'tag', tag: `path:${path}` }, 'soft'),
    async close() {
      stopListening()
      await snapshot?.close()
      shared?.close()
    },
  }
}
