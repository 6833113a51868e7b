// Forms in Redis: the outbox shared by several servers, and the rate limit counters.
import type { FastifyBaseLogger } from 'fastify'
import type { Tally } from '../base/rate-limit.ts'
import type { Commands, RedisClient } from '../base/redis-client.ts'
import { createConfirmedWrites } from './confirmed-writes.ts'
import { evaluate } from './evaluate.ts'
import type { ChannelName } from './outbox.ts'
import { createRedisOutbox, formsRoot } from './redis-outbox.ts'
import { countScript } from './redis-outbox-scripts.ts'

type RedisFormsOptions = {
  redis: RedisClient
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  leaseMs?: number
  /** Channels whose outboxes get a copy of each submission. */
  copyTo?: readonly ChannelName[]
  /** Called for each accepted submission that is no longer in Redis. */
  countMissing?: () => void
}

export type RedisForms = Awaited<ReturnType<typeof createRedisForms>>

const commandMs = 1000

/** Resolves after the first attempt to connect, successful or not. */
export async function createRedisForms(options: RedisFormsOptions) {
  const { redis, log, leaseMs, copyTo = [], countMissing } = options
  let problem: string | undefined
  /** Without a response the last result stays valid. */
  const check = async () => {
    const info = await redis.run(commandMs, readInfo).catch(() => undefined)
    if (info === undefined) return
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
    outboxOf: (channel: ChannelName) => createRedisOutbox({ ...outboxOptions, channel }),
    tally: (async (address, windowMs) => {
      const names = [`${formsRoot}:rate:${address}`]
      const counted = await redis.run(commandMs, (client) => evaluate(client, countScript, names, [windowMs]))
      const [count, ms] = counted as [number, number]
      return { count, seconds: Math.ceil(ms / 1000) }
    }) satisfies Tally,
    /** Whether the settings of Redis at the last connection are durable; before the first one they are taken to be. */
    isDurable: () => problem === undefined,
    close: stop,
  }
}

/** INFO and not CONFIG GET, which hosted services do not allow. Empty where it is forbidden as well. */
async function readInfo(client: Commands): Promise<string> {
  return client.info().catch((error: Error) => {
    if (!error.message.startsWith('NOPERM')) throw error
    return ''
  })
}

function durabilityProblem(info: string): string | undefined {
  if (/^aof_enabled:0\b/m.test(info)) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1]
  return policy && `maxmemory-policy is ${policy}`
}
