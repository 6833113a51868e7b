// Forms in Redis: the outbox shared by several servers, and the rate limit counters.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Tally } from '../base/rate-limit.ts'
import { createRedisClient, evaluate } from '../cache/redis/client.ts'
import { createOutage } from '../cache/redis/connection.ts'
import { redisAddress } from '../config/redis-url.ts'
import type { Outbox } from './outbox.ts'
import { createRedisOutbox, formsRoot, type WithRedis } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type Options = {
  url: string
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  leaseMs?: number
  consumer?: string
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

type RedisForms = {
  outbox: Outbox
  tally: Tally
  isDurable: () => boolean
  close: () => Promise<void>
}

/**
 * `synced`: WAITAOF (Redis 7.2) confirms that a write is on the disk. `written`: append-only file, synced as
 * `appendfsync` says. `none`: no append-only file, or keys without expiry may be evicted.
 */
type Persistence = 'synced' | 'written' | 'none'

const commandTimeoutMs = 1000
const pauseMs = 1000
const heartbeatMs = 2000

/** Resolves after the first attempt to connect, successful or not. */
export async function createRedisForms(options: Options): Promise<RedisForms> {
  const { url, log, leaseMs, consumer = hostname(), countMissing } = options
  const about = { redis: redisAddress(url) }
  let persistence: Persistence | undefined
  const outage = createOutage({
    ...{ log, about, coolDownMs: pauseMs, onChange: () => {}, now: () => performance.now() },
    begins: 'forms without Redis',
    ends: 'forms with Redis again',
  })
  const client = await createRedisClient({
    ...{
      url,
      key: formsRoot,
      name: 'site-forms',
      connectMs: commandTimeoutMs,
      heartbeatMs,
      pauseMs: outage.pauseMs,
    },
    async prepare(redis) {
      const problem = await storeProblem(redis)
      persistence = problem ? 'none' : await persistenceOf(redis)
      if (problem) log.warn({ ...about, problem }, 'Redis is not durable: forms are stored on the disk first')
    },
    onUp: outage.end,
    onDown: outage.begin,
  })
  await client.ready
  const withRedis: WithRedis = (work, ms = commandTimeoutMs) => client.run(ms, work)
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    countMissing?.()
  }
  const isSynced = () => persistence === 'synced'
  return {
    outbox: createRedisOutbox({ withRedis, isSynced, consumer, onMissing, ...(leaseMs && { leaseMs }) }),
    tally: (address, windowMs) =>
      withRedis(async (redis) => {
        const counter = `${formsRoot}:rate:${address}`
        const [count, ms] = (await evaluate(redis, countScript, [counter], [windowMs])) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    // Unreachable at the start: assumed to be durable.
    isDurable: () => persistence !== 'none',
    close: client.close,
  }
}

/** INFO and not CONFIG GET, which hosted services do not allow. */
async function storeProblem(client: Redis): Promise<string | undefined> {
  if (!/^aof_enabled:1\b/m.test(await client.info('persistence'))) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(await client.info('memory'))?.[1]
  return policy && `maxmemory-policy is ${policy}`
}

function persistenceOf(client: Redis): Promise<Persistence> {
  return client.call('WAITAOF', '1', '0', '1').then(
    () => 'synced',
    () => 'written',
  )
}
