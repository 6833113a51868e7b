// Some servers' second tiers on one Redis, empty at first.
import type { Test } from 'tap'
import { connectRedis } from '../../server/cache/redis/client.ts'
import { createRedisStore, type RedisStoreOptions } from '../../server/cache/redis/store.ts'
import { createLog } from '../helpers/log.ts'
import { start } from './entries.ts'
import type { RedisServer } from './redis-server.ts'

/** Deadlines for machines that are busy with other tests; pauses for people who wait for tests. */
const testLimits = { getMs: 2000, setMs: 2000, purgeMs: 4000, connectMs: 2000, coolDownMs: 20 }

export type Given = Omit<Partial<RedisStoreOptions>, 'redis'> & {
  /** Default: that of the Redis server. */
  url?: string
  /** `connectMs` and `coolDownMs` also of the client. */
  limits?: { connectMs?: number }
}

/** Closed with the test. */
export async function createStores(
  t: Test,
  { url, look }: Pick<RedisServer, 'url'> & Partial<Pick<RedisServer, 'look'>>,
  count: number,
  given: Given = {},
) {
  await look?.flushall()
  const clock = { now: start }
  const { log, lines } = createLog()
  const states: boolean[] = []
  const create = async (more: Given = {}) => {
    const { url: own = url, ...options } = { ...given, ...more }
    const limits = { ...testLimits, ...given.limits, ...more.limits }
    const redis = await connectRedis({ url: own, log, ...limits })
    if (!redis) throw new Error('expected a URL')
    const onState = (isUp: boolean) => states.push(isUp)
    const store = createRedisStore({ redis, log, now: () => clock.now, onState, ...options, limits })
    const close = async () => {
      await store.close()
      await redis.close()
    }
    t.teardown(close)
    return { ...store, close }
  }
  const stores = await Promise.all(Array.from({ length: count }, () => create()))
  await Promise.all(stores.map(({ ready }) => ready))
  return { stores, clock, lines, states, create }
}
