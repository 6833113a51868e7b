// What forms keep in Redis: the outbox that several servers share, and the counts of their visitors' addresses.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { evaluate } from '../cache/redis/script.ts'
import type { Outbox } from './outbox.ts'
import type { Tally } from './rate-limit.ts'
import { createRedisClient } from './redis-client.ts'
import { createRedisOutbox } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type Options = {
  url: string
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  leaseMs?: number
  consumer?: string
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

export type RedisForms = {
  outbox: Outbox
  tally: Tally
  isDurable: () => boolean
  close: () => Promise<void>
}

/** Settles with the first attempt to connect, whatever came of it. */
export async function createRedisForms(options: Options): Promise<RedisForms> {
  const { url, log, leaseMs, consumer = hostname(), countMissing } = options
  const client = await createRedisClient({ url, log })
  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted there')
    countMissing?.()
  }
  return {
    outbox: createRedisOutbox({ client, consumer, onMissing, ...(leaseMs && { leaseMs }) }),
    tally: (address, windowMs) =>
      client.ask(async (redis) => {
        const [count, ms] = (await evaluate(
          redis,
          countScript,
          [`{site-forms:1}:rate:${address}`],
          [windowMs],
        )) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    // One that could not be asked at the start is taken for what it should be.
    isDurable: () => client.persistence() !== 'none',
    close: client.close,
  }
}
