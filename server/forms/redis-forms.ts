// What forms keep in Redis: the outbox that several servers share, and the counts of their visitors' addresses.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { Tally } from '../base/rate-limit.ts'
import { addressOf, createRedisClient, evaluate } from '../cache/redis/client.ts'
import { createOutage } from '../cache/redis/connection.ts'
import type { Outbox } from './outbox.ts'
import { type Ask, createRedisOutbox } from './redis-outbox.ts'
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
 * `synced`: it can be asked whether its disk has something (WAITAOF, from 7.2). `written`: it appends to a file, and
 * syncs it as `appendfsync` says. `none`: it writes nothing, or evicts keys that do not expire.
 */
type Persistence = 'synced' | 'written' | 'none'

const askMs = 1000
const pauseMs = 1000
const heartbeatMs = 2000

/** Settles with the first attempt to connect, whatever came of it. */
export async function createRedisForms(options: Options): Promise<RedisForms> {
  const { url, log, leaseMs, consumer = hostname(), countMissing } = options
  const about = { redis: addressOf(url) }
  let persistence: Persistence | undefined
  const outage = createOutage({
    ...{ log, about, coolDownMs: pauseMs, onChange: () => {}, now: () => performance.now() },
    begins: 'forms without Redis',
    ends: 'forms with Redis again',
  })
  const client = await createRedisClient({
    ...{ url, name: 'site-forms', connectMs: askMs, heartbeatMs, pauseMs: outage.pauseMs },
    async prepare(redis) {
      const problem = await storeProblem(redis)
      persistence = problem ? 'none' : await persistenceOf(redis)
      if (problem)
        log.warn({ ...about, problem }, 'Redis is no durable store: forms are stored on the disk first')
    },
    onUp: outage.end,
    onDown: outage.begin,
  })
  await client.ready
  const ask: Ask = (work, ms = askMs) => client.run(ms, work)
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted there')
    countMissing?.()
  }
  const isSynced = () => persistence === 'synced'
  return {
    outbox: createRedisOutbox({ ask, isSynced, consumer, onMissing, ...(leaseMs && { leaseMs }) }),
    tally: (address, windowMs) =>
      ask(async (redis) => {
        const counter = `{site-forms:1}:rate:${address}`
        const [count, ms] = (await evaluate(redis, countScript, [counter], [windowMs])) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    // One that could not be asked at the start is taken for what it should be.
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
