// Shared store (L2) in Redis or Valkey, used by several servers. Without a response in time it behaves as an empty one.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { remainingUse } from '../semantics/reuse.ts'
import type { SharedStore } from '../store.ts'
import { createRedisBlobs } from './blobs.ts'
import type { RedisClient } from './client.ts'
import { createRedisConnection } from './connection.ts'
import { createRedisKeys, noContent } from './keys.ts'
import { createRedisLocks } from './locks.ts'
import { createOutage } from './outage.ts'
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
  /** Sites that share a Redis need different ones. */
  namespace?: string
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /**
   * Deadlines in milliseconds. Generous, because the machine is busy when a thousand requests arrive at once: a server that
   * times out too early fetches from the origin what another one is fetching.
   */
  getMs: 1000,
  setMs: 1000,
  purgeMs: 1000,
  /** Pause after Redis was out of memory. */
  coolDownMs: 5000,
  /** Between readings of the purge log: finds a hanging Redis, and purges that the subscription has missed. */
  heartbeatMs: 2000,
  leaseMs: 2000,
  pollMs: 250,
  /** Variants of one key (RFC 9111 §4.1). */
  maxVariants: 16,
  /** So that a flood of unique queries does not fill Redis: the keys that expire first are evicted. */
  maxKeysOfPath: 10_000,
}

/** `ready` resolves when it is used, or after the first failure. */
export function createRedisStore(options: RedisStoreOptions): SharedStore & { ready: Promise<void> } {
  const { redis, log, now = Date.now, onState = () => {}, namespace = 'site-cache' } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { getMs, setMs, purgeMs, coolDownMs, heartbeatMs } = limits
  const keys = createRedisKeys(namespace, redis.database)
  let content = options.content?.version ?? noContent
  let known = options.content?.since
  let [isPrepared, wasUp] = [false, false]

  const report = () => {
    const isUp = connection.isOpen() && !full.isOut()
    if (isUp !== wasUp) onState(isUp)
    wasUp = isUp
  }
  const full = createOutage({
    ...{ log, about: redis.about, coolDownMs, onChange: report },
    begins: 'redis is out of memory: no new entries are stored in it',
    ends: 'redis has free memory again',
  })
  const blobs = createRedisBlobs({
    ...limits,
    keys,
    now,
    purgeCount: () => purges.count(),
    content: () => content,
  })
  const connection = createRedisConnection({ redis, isPrepared: () => isPrepared, full })
  const purges = createRedisPurges({
    connection,
    keys,
    blobs,
    now,
    content: () => content,
    serverId: randomUUID(),
    deadlineMs: purgeMs,
    since: options.purgesSince ?? now(),
  })
  const locks = createRedisLocks({ ...limits, connection, keys, deadlineMs: getMs })
  const joined = redis.join({
    channels: [keys.purgeChannel, keys.fillChannel],
    onMessage: (channel, message) =>
      channel === keys.fillChannel ? locks.receive(message) : purges.receive(message),
    async prepare(client) {
      await blobs.renewEpoch(client)
      await purges.catchUp(client)
      await purges.adopt(client, known)
      known = undefined
      isPrepared = true
    },
    onUp() {
      report()
      purges.flush()
    },
    onDown: report,
  })
  const heartbeat = setInterval(
    () => void connection.run(getMs, undefined, (client) => purges.catchUp(client)),
    heartbeatMs,
  )
  heartbeat.unref()

  return {
    ready: joined.ready,
    get: (key) => connection.run(getMs, [], (client) => blobs.get(client, key)),
    async set(entry) {
      if (remainingUse(entry, now()) <= 0) return
      await connection.write(setMs, undefined, (client) => blobs.set(client, entry))
    },
    async delete(key) {
      await connection.run(setMs, 0, (client) => blobs.delete(client, key))
    },
    purge: purges.purge,
    setContent(version) {
      content = version
      return purges.setContent()
    },
    onPurge: purges.onPurge,
    claimRefresh: locks.claim,
    release: locks.release,
    awaitFill: locks.wait,
    async close() {
      clearInterval(heartbeat)
      locks.close()
      joined.leave()
    },
  }
}
