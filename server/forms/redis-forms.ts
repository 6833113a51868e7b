// Forms in Redis: the outbox shared by several servers, and the rate limit counters.
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Tally } from '../base/rate-limit.ts'
import type { Commands, RedisClient } from '../cache/redis/client.ts'
import { createConfirmedWrites } from '../cache/redis/confirmed-writes.ts'
import { durabilityProblem, hasNoReplica } from '../cache/redis/durability.ts'
import { evaluate } from '../cache/redis/evaluate.ts'
import type { ChannelName, Outbox } from './outbox.ts'
import { createRedisOutbox, formsRoot, type RedisOutbox } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type Options = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  leaseMs?: number
  consumer?: string
  /** Channels whose outboxes get a copy of each submission. */
  copyTo?: readonly ChannelName[]
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

export type RedisForms = {
  outbox: RedisOutbox
  /** The same outbox, without copies for the channels. */
  storeOnly: RedisOutbox
  outboxOf: (channel: ChannelName) => Outbox
  tally: Tally
  /** Resolves when the settings of Redis are known, or after the first failure. */
  ready: Promise<void>
  /** By the settings of Redis when it was connected; before that assumed. */
  isDurable: () => boolean
  close: () => void
}

const commandMs = 1000

export function createRedisForms(options: Options): RedisForms {
  const { redis, log, leaseMs, consumer = hostname(), copyTo = [], countMissing } = options
  let problem: string | undefined
  const check = async (client: Commands) => {
    const found = await durabilityProblem(client)
    if (found && found !== problem)
      log.warn({ ...redis.about, problem: found }, 'Redis is not durable: forms are stored on the disk first')
    problem = found
  }
  const warnWithoutReplica = async (client: Commands) => {
    if (redis.canFailOver && (await hasNoReplica(client)))
      log.warn(redis.about, 'Redis has no replica: forms are stored on the disk until one confirms them')
  }
  const { ready, leave } = redis.join({ prepare: check })
  void redis.ready.then(() => redis.run(commandMs, warnWithoutReplica)).catch(() => {})

  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    countMissing?.()
  }
  const write = createConfirmedWrites(redis)
  const outboxOptions = { redis, write, consumer, onMissing, ...(leaseMs && { leaseMs }) }
  return {
    outbox: createRedisOutbox({ ...outboxOptions, copyTo }),
    storeOnly: createRedisOutbox(outboxOptions),
    outboxOf: (channel) => createRedisOutbox({ ...outboxOptions, channel }),
    tally: (address, windowMs) =>
      redis.run(commandMs, async (client) => {
        const counter = `${formsRoot}:rate:${address}`
        const [count, ms] = (await evaluate(client, countScript, [counter], [windowMs])) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    ready,
    isDurable: () => problem === undefined,
    close: leave,
  }
}
