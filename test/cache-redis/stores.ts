// Some servers' second tiers on one Redis, in a namespace of their own.
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { createRedisStore, type RedisStoreOptions } from '../../server/cache/redis/store.ts'
import { createLog } from '../helpers/log.ts'
import { start } from './entries.ts'
import type { RedisServer } from './redis-server.ts'

/** Deadlines for machines that are busy with other tests; pauses for people who wait for tests. */
export const testLimits = { getMs: 2000, setMs: 2000, purgeMs: 4000, connectMs: 2000, coolDownMs: 20 }

/** Closed with the test. */
export async function createStores(
  t: Test,
  { url }: Pick<RedisServer, 'url'>,
  count: number,
  given: Partial<RedisStoreOptions> = {},
) {
  const namespace = `test-${randomUUID()}`
  const clock = { now: start }
  const { log, lines } = createLog()
  const states: boolean[] = []
  const create = (more: Partial<RedisStoreOptions> = {}) => {
    const store = createRedisStore({
      url,
      log,
      namespace,
      now: () => clock.now,
      onState: (isUp) => states.push(isUp),
      ...given,
      ...more,
      limits: { ...testLimits, ...given.limits, ...more.limits },
    })
    t.teardown(() => store.close())
    return store
  }
  const stores = Array.from({ length: count }, () => create())
  await Promise.all(stores.map(({ ready }) => ready))
  return { stores, namespace, clock, lines, states, create }
}
