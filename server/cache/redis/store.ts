// The second tier in Redis or Valkey, shared by several servers. Without an answer in time it is an empty one.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { remainingUse } from '../semantics/reuse.ts'
import type { SharedStore } from '../store.ts'
import { createRedisBlobs } from './blobs.ts'
import { addressOf, createRedisClient, type RedisClient } from './client.ts'
import { createOutage, createRedisConnection } from './connection.ts'
import { createRedisKeys } from './keys.ts'
import { createRedisLocks } from './locks.ts'
import { createRedisPurges } from './purges.ts'

export type RedisStoreOptions = {
  /** `redis:` or `rediss:`; its password appears nowhere. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => number
  /** True with a connection and memory left there; called on changes alone. */
  onState?: (isUp: boolean) => void
  /** When what memory holds already was right: purges after that are caught up. Default: now. */
  purgesSince?: number
  /** Sites that share a Redis need different ones. */
  namespace?: string
  limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /**
   * Deadlines in milliseconds. Where a thousand visitors come at once the machine is busy for a while: a server that
   * gives up too soon asks the origin for what another one is asking for already.
   */
  getMs: 1000,
  setMs: 1000,
  purgeMs: 1000,
  connectMs: 1000,
  /** Redis is left alone so long after it failed. */
  coolDownMs: 5000,
  heartbeatMs: 2000,
  leaseMs: 2000,
  pollMs: 250,
  /** Of one key (RFC 9111 §4.1). */
  maxVariants: 16,
  /** So that a flood of unique queries does not fill Redis: those that expire first make room. */
  maxKeysOfPath: 10_000,
}

/** Connects behind; `ready` settles with the first attempt, well or not. */
export function createRedisStore(options: RedisStoreOptions): SharedStore & { ready: Promise<void> } {
  const { url, log, now = Date.now, onState = () => {}, namespace = 'site-cache' } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { getMs, setMs, purgeMs, coolDownMs } = limits
  const keys = createRedisKeys(namespace, new URL(url).pathname.slice(1) || '0')
  let wasUp = false

  const report = () => {
    const isUp = connection.isOpen() && !full.isOut()
    if (isUp !== wasUp) onState(isUp)
    wasUp = isUp
  }
  const trouble = { log, about: { redis: addressOf(url) }, coolDownMs, onChange: report, now: monotonic }
  const down = createOutage({
    ...trouble,
    begins: 'redis is away: the cache works from memory alone',
    ends: 'redis is back',
  })
  const full = createOutage({
    ...trouble,
    begins: 'redis is full: nothing new is stored there',
    ends: 'redis has room again',
  })
  const blobs = createRedisBlobs({ ...limits, keys, now, purgeCount: () => purges.count() })
  let client: RedisClient | undefined
  const connection = createRedisConnection({ client: () => client, full })
  const created = createRedisClient({
    ...limits,
    url,
    name: 'site-cache',
    pauseMs: down.pauseMs,
    channels: [keys.purgeChannel, keys.fillChannel],
    onMessage: (channel, message) =>
      channel === keys.fillChannel ? locks.receive(message) : purges.receive(message),
    async prepare(client) {
      await blobs.renewEpoch(client)
      await purges.catchUp(client)
    },
    onUp() {
      down.end()
      purges.flush()
    },
    onDown: down.begin,
  })
  const ready = created.then((made) => {
    client = made
    return made.ready
  })
  const purges = createRedisPurges({
    connection,
    keys,
    blobs,
    now,
    serverId: randomUUID(),
    deadlineMs: purgeMs,
    since: options.purgesSince ?? now(),
  })
  const locks = createRedisLocks({ ...limits, connection, keys, deadlineMs: getMs })

  return {
    ready,
    get: (key) => connection.run(getMs, [], (client) => blobs.get(client, key)),
    async set(entry) {
      if (remainingUse(entry, now()) <= 0) return
      await connection.write(setMs, undefined, (client) => blobs.set(client, entry))
    },
    async delete(key) {
      await connection.run(setMs, 0, (client) => blobs.delete(client, key))
    },
    purge: purges.purge,
    onPurge: purges.onPurge,
    claimRefresh: locks.claim,
    release: locks.release,
    awaitFill: locks.wait,
    async close() {
      locks.close()
      await created.then((made) => made.close())
    },
  }
}

/** Pauses are not to change with the clock on the wall. */
function monotonic(): number {
  return performance.now()
}
