// Forms in Redis: the outbox shared by several servers, and the rate limit counters.
import type { FastifyBaseLogger } from 'fastify'
import type { Tally } from '../base/rate-limit.ts'
import type { RedisClient } from '../cache/redis/client.ts'
import { createConfirmedWrites } from '../cache/redis/confirmed-writes.ts'
import { evaluate } from '../cache/redis/evaluate.ts'
import type { ChannelName, Outbox } from './outbox.ts'
import { createRedisOutbox, formsRoot } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type Options = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  leaseMs?: number
  /** Channels whose outboxes get a copy of each submission. */
  copyTo?: readonly ChannelName[]
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

export type RedisForms = {
  outbox: Outbox
  /** The same outbox, for messages whose channels have their copies already. */
  withoutCopies: Outbox
  outboxOf: (channel: ChannelName) => Outbox
  tally: Tally
  /** By the settings of Redis at the last connection; before the first one assumed. */
  isDurable: () => boolean
  close: () => void
}

const commandMs = 1000

/** Resolves after the first attempt to connect, successful or not. */
export async function createRedisForms(options: Options): Promise<RedisForms> {
  const { redis, log, leaseMs, copyTo = [], countMissing } = options
  let problem: string | undefined
  const check = async () => {
    if (!redis.isUp()) return
    // INFO and not CONFIG GET, which hosted services do not allow. Where it is forbidden as well, nothing is known.
    const info = await redis.run(commandMs, (client) => client.info().catch(() => '')).catch(() => '')
    problem = durabilityProblem(info)
    if (problem)
      log.warn({ ...redis.about, problem }, 'Redis is not durable: forms are stored on the disk first')
    if (redis.canFailOver && /^connected_slaves:0\b/m.test(info))
      log.warn(redis.about, 'Redis has no replica: forms are stored on the disk until one confirms them')
  }
  await redis.ready
  await check()
  const stop = redis.onState(check)

  const onMissing = (key: string) => {
    log.error({ key }, 'accepted form submission missing in Redis: evicted or deleted')
    countMissing?.()
  }
  const write = createConfirmedWrites(redis)
  const outboxOptions = { redis, write, onMissing, ...(leaseMs && { leaseMs }) }
  return {
    outbox: createRedisOutbox({ ...outboxOptions, copyTo }),
    withoutCopies: createRedisOutbox(outboxOptions),
    outboxOf: (channel) => createRedisOutbox({ ...outboxOptions, channel }),
    tally: (address, windowMs) =>
      redis.run(commandMs, async (client) => {
        const counter = `${formsRoot}:rate:${address}`
        const [count, ms] = (await evaluate(client, countScript, [counter], [windowMs])) as [number, number]
        return { count, seconds: Math.ceil(ms / 1000) }
      }),
    isDurable: () => problem === undefined,
    close: stop,
  }
}

function durabilityProblem(info: string): string | undefined {
  if (/^aof_enabled:0\b/m.test(info)) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1]
  return policy && `maxmemory-policy is ${policy}`
}
