// Shared store (L2) in Redis or Valkey, used by several servers. Without a response in time it behaves as an empty one.
import type { FastifyBaseLogger } from 'fastify'
import { remainingUse } from '../semantics/reuse.ts'
import type { SharedStore } from '../store.ts'
import { createRedisBlobs } from './blobs.ts'
import type { RedisClient } from './client.ts'
import { createRedisConnection } from './connection.ts'
import { createRedisKeys, noContent } from './keys.ts'
import { createRedisPurges } from './purges.ts'

export type RedisStoreOptions = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => number
  /** True with a connection and free memory; called on changes only. */
  onState?: (isUp: boolean) => void
  /** When the memory store was saved (milliseconds since 1970): purges after that are caught up. Default: now. */
  purgesSince?: number
  /** The content that this server serves, and the version before it, of which the differences will be purged. */
  content?: { version: string; since: string | undefined }
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /** Deadlines in milliseconds. Generous, because the machine is busy when a thousand requests arrive at once. */
  getMs: 1000,
  setMs: 1000,
  purgeMs: 1000,
  /** Pause after Redis was out of memory. */
  coolDownMs: 5000,
  /** Time between readings of the purge log, which find a hanging Redis, and purges that the subscription has missed. */
  heartbeatMs: 2000,
  /** Variants of one key (RFC 9111 §4.1). */
  maxVariants: 16,
  /** So that a flood of unique queries does not fill Redis: the keys that expire first are evicted. */
  maxKeysOfPath: 10_000,
}

/** `ready` resolves when it is used, or after the first failure. */
export function createRedisStore(options: RedisStoreOptions): SharedStore & { ready: Promise<void> } {
  const { redis, log, now = Date.now, onState = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { getMs, setMs, purgeMs: deadlineMs } = limits
  const keys = createRedisKeys(redis.database)
  let version = options.content?.version ?? noContent
  let known = options.content?.since
  const content = () => version

  const blobs = createRedisBlobs({ keys, limits, now, purgeCount: () => purges.count(), content })
  const connection = createRedisConnection({
    redis,
    log,
    limits,
    onState,
    beat: (client) => purges.catchUp(client),
    async prepare(client) {
      await blobs.renewEpoch(client)
      await purges.catchUp(client)
      await purges.adopt(client, known)
      known = undefined
    },
  })
  const since = options.purgesSince ?? now()
  const purges = createRedisPurges({ connection, keys, blobs, now, content, deadlineMs, since })

  redis.subscribe(keys.purgeChannel, purges.receive, connection.beat)

  return {
    ready: connection.ready,
    get: (key) => connection.run(getMs, [], (client) => blobs.get(client, key)),
    async set(entry) {
      if (remainingUse(entry, now()) <= 0) return
      await connection.write(setMs, undefined, (client) => blobs.set(client, entry))
    },
    async delete(key) {
      await connection.run(setMs, 0, (client) => blobs.delete(client, key))
    },
    purge: purges.purge,
    setContent(next) {
      version = next
      return purges.setContent()
    },
    onPurge: purges.onPurge,
    async close() {
      connection.close()
    },
  }
}
