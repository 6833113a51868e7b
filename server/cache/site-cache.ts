// Creates the cache as configured: memory, Redis for several servers, a snapshot for the next start.
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { ContentUpdate } from '../base/origin.ts'
import { cacheMemory } from '../config/cache-memory.ts'
import type { Purge } from '../ops/purge.ts'
import type { CallReader } from '../origin/call-reader.ts'
import { purgeTargets } from '../origin/content-tags.ts'
import { createEncodings, type Encodings } from './encodings.ts'
import { type Cache, createCache } from './engine.ts'
import { createMemoryStore } from './memory-store.ts'
import type { RedisClient } from './redis/client.ts'
import { createSharedStore } from './redis/shared-store.ts'
import { createSnapshot } from './snapshot.ts'

export type SiteCache = Cache & {
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
  const { config, origin, facts, time, telemetry } = context
  const { log, metrics, problems } = telemetry
  const { now } = time
  const maxBytes = cacheMemory(config.cacheMemoryBytes).responses
  const atStart = origin.contentUpdate?.()
  const content = () => origin.contentUpdate?.().version ?? ''
  const snapshot =
    config.cacheSnapshotSeconds > 0
      ? createSnapshot({ file: join(config.dataDir, 'cache.snapshot'), log, content, maxBytes })
      : undefined
  const memory = createMemoryStore({ maxBytes, ...(snapshot && { onChange: snapshot.onChange }) })
  metrics.watchCache(memory.usage)
  const saved = (await snapshot?.load(memory)) ?? {}
  const { savedAt = now() } = saved
  const version = atStart?.version
  const shared =
    redis && createSharedStore({ redis, log, now, onState: metrics.setSharedUp, savedAt, version })
  // First: it listens to the purges that Redis has while it connects, those since the snapshot.
  const cache = createCache({
    send: origin.send,
    memory,
    shared,
    languages: facts.languages,
    check: {
      reader,
      problems,
      // Embedded content says itself when it changes.
      isByPolicy: config.apiBase !== '' && config.upstreamCache === 'policy',
      sections: facts.sections,
    },
    time,
    count: metrics.countOutcome,
    onRefreshError: (key, err) => log.warn({ key, err }, 'refresh of a stored response failed'),
  })
  await shared?.ready
  const publish = ({ version, changes }: ContentUpdate) => {
    shared?.setVersion(version)
    return Promise.all(purgeTargets(changes).map((target) => cache.purge(target, 'hard')))
  }
  if (atStart) {
    const { version, since, changes } = atStart
    const isKnown = saved.content === version || (saved.content === since && changes !== 'unknown')
    if (!isKnown) memory.purge({ target: { kind: 'all' }, mode: 'hard' }, now())
    if (changes !== 'unknown') await publish(atStart)
  }
  // Hard: the first visitor gets the changed content.
  const stopListening = origin.onChange?.((update) => void publish(update))
  snapshot?.start(config.cacheSnapshotSeconds * 1000)
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
    purges: () => purges,
    encodings: createEncodings(memory),
    renewPicture: (path) => void cache.purge({ kind: 'tag', tag: `path:${path}` }, 'soft'),
    async close() {
      stopListening?.()
      await snapshot?.close()
      shared?.close()
    },
  }
}
