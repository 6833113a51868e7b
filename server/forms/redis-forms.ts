// Forms in Redis: the outbox shared by several servers, and the rate limit counters.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Tally } from '../base/rate-limit.ts'
import { evaluate } from '../cache/redis/client.ts'
import { connectDurableRedis } from '../cache/redis/durable.ts'
import type { ChannelName, Outbox } from './outbox.ts'
import { createRedisOutbox, formsRoot } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type Options = {
  url: string
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  leaseMs?: number
  /** See durable.ts. */
  connectMs?: number
  consumer?: string
  /** Channels whose outboxes get a copy of each submission. */
  copyTo?: readonly ChannelName[]
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

type RedisForms = {
  outbox: Outbox
  outboxOf: (channel: ChannelName) => Outbox
  tally: Tally
  isDurable: () => boolean
  close: () => Promise<void>
}

const texts = {
  down: 'forms without Redis',
  up: 'forms with Redis again',
  notDurable: 'Redis is not durable: forms are stored on the disk first',
  durable: 'Redis is durable: forms are stored in it first',
}

/** Resolves after the first attempt to connect, successful or not. */
export async function createRedisForms(options: Options): Promise<RedisForms> {
  const { url, log, leaseMs, connectMs, consumer = hostname(), copyTo = [], countMissing } = options
  const redis = await connectDurableRedis({ url, key: formsRoot, name: 'site-forms', log, texts, connectMs })
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    countMissing?.()
  }
  const outboxOptions = { redis, consumer, onMissing, ...(leaseMs && { leaseMs }) }
  return {
    outbox: createRedisOutbox({ ...outboxOptions, copyTo }),
    outboxOf: (channel) => createRedisOutbox({ ...outboxOptions, channel }),
    tally: (address, windowMs) =>
      redis.withRedis(async (client) => {
        const counter = `${formsRoot}:rate:${address}`
        const [count, ms] = (await evaluate(client, countScript, [counter], [windowMs])) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    isDurable: redis.isDurable,
    close: redis.close,
  }
}
