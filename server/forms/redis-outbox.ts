// Redis outbox for several servers: a stream with a consumer group, from which any server delivers.
import type { Redis } from 'ioredis'
import { evaluate, type Script } from '../cache/redis/client.ts'
import type { DurableRedis } from '../cache/redis/durable.ts'
import {
  type ChannelName,
  leaseMs as defaultLeaseMs,
  keyLifetimeMs,
  longestPauseMs,
  type Outbox,
  type OutboxScope,
  responseToStore,
  type SubmissionState,
} from './outbox.ts'
import { claimedOf, knownOf, type Row, storedOf } from './outbox-rows.ts'
import * as scripts from './redis-outbox-scripts.ts'
import { digestOf, type Outcome, pauseAfter, type Submission } from './submission.ts'

type Options = OutboxScope & {
  redis: DurableRedis
  consumer: string
  leaseMs?: number
  /** Called for an accepted submission whose hash was evicted or deleted. */
  onMissing: (key: string) => void
}

/** Hash tag: all keys are on one node of a cluster. */
export const formsRoot = '{site-forms:1}'
const group = 'servers'

type Keys = { stream: string; refused: string; keyPrefix: string }

function keysOf(channel: ChannelName | undefined): Keys {
  const own = channel ? `${formsRoot}:notify-${channel}` : formsRoot
  return { stream: `${own}:outbox`, refused: `${own}:refused`, keyPrefix: `${own}:key:` }
}

export function createRedisOutbox(options: Options): Outbox {
  const { redis, consumer, leaseMs = defaultLeaseMs, onMissing, channel, copyTo = [] } = options
  const { withRedis } = redis
  const keys = keysOf(channel)
  const { stream, refused, keyPrefix } = keys
  const copiesOf = (key: string) => copyTo.map(keysOf).flatMap((copy) => [copy.stream, copy.keyPrefix + key])
  const run = (script: Script, keys: string[], values: (string | number)[]) =>
    withRedis((redis) => evaluate(redis, script, keys, values))

  /** Takes up to a second with `appendfsync everysec`. */
  const addAndSync = async (keys: string[], values: (string | number)[]): Promise<string[]> => {
    const [result, missing] = await withRedis(async (client) => {
      return [await evaluate(client, scripts.addScript, keys, values), await redis.sync(client)] as const
    }, addMs + redis.syncMs)
    if (missing) throw new Error(`Redis outbox: ${missing}`)
    return result as string[]
  }

  const settleOwn = async (key: string, attempts: number, outcome: Outcome): Promise<boolean> => {
    if (outcome.kind === 'failed') {
      const pause = outcome.pauseMs ?? pauseAfter(attempts)
      const values = [group, consumer, leaseMs, pause]
      return (await run(scripts.failScript, [stream, keyPrefix + key], values)) === 1
    }
    const { status, body } = responseToStore(outcome.response)
    const values = [group, outcome.kind, key, status, body, keyLifetimeMs]
    return (await run(scripts.settleScript, [stream, keyPrefix + key, refused], values)) === 1
  }

  return {
    name: 'redis',
    async add(submission, formerKey = '') {
      const { key: newKey } = submission
      const names = [stream, keyPrefix + newKey, keyPrefix + formerKey, ...copiesOf(newKey)]
      const values = [group, consumer, digestOf(submission), newKey, formerKey, leaseMs]
      const [result, ...row] = await addAndSync(names, [...values, ...fieldsOf(submission)])
      if (result === 'reused') return 'key reused'
      if (result === 'added') return 'added'
      const [key = '', state = '', status = '', answer = ''] = row
      return knownOf({ key, state, status: Number(status), answer })
    },
    async claim(most) {
      const values = [group, consumer, keyPrefix, leaseMs, most, longestPauseMs]
      const [due, missing] = (await run(scripts.claimScript, [stream], values)) as [string[][], string[]]
      for (const key of missing) onMissing(key)
      return due.map((row) => claimedOf(rowOf(row)))
    },
    async settle({ submission: { key }, attempts }, outcome) {
      const isSettled = await settleOwn(key, attempts, outcome)
      // Where the server ends before this, the copies are due after their lease.
      if (isSettled && copyTo.length > 0)
        await run(scripts.releaseScript, copiesOf(key), [group, consumer, leaseMs, outcome.kind])
    },
    usage: () =>
      withRedis(async (redis) => {
        const [waiting, refusedCount, [first], [seconds]] = await Promise.all([
          redis.xlen(stream),
          redis.zcard(refused),
          redis.xrange(stream, '-', '+', 'COUNT', 1),
          redis.time(),
        ])
        // An entry id starts with the time of Redis at which it was added, so that the age is by one clock.
        const oldestMs = first ? Number(seconds) * 1000 - Number(first[0].split('-')[0]) : 0
        return { waiting, refused: refusedCount, oldestMs: Math.max(0, oldestMs) }
      }),
    list: () => withRedis((redis) => listed(redis, keys), listMs),
    states: (found) =>
      withRedis(async (redis) => {
        const states = await Promise.all(found.map((key) => redis.hget(keyPrefix + key, 'state')))
        const known = found.flatMap((key, at) => (states[at] ? [[key, states[at]] as const] : []))
        return new Map(known as [string, SubmissionState][])
      }, listMs),
    retry: async () =>
      Number(await run(scripts.retryScript, [stream, refused], [group, consumer, keyPrefix, leaseMs])),
    drop: async (before) => {
      const dropped = Number(await run(scripts.dropScript, [refused], [keyPrefix, before]))
      if (!channel) return dropped
      return dropped + Number(await run(scripts.dropWaitingScript, [stream], [group, keyPrefix, before]))
    },
    close: async () => {},
  }
}

const addMs = 1000
const listMs = 10_000

async function listed(redis: Redis, { stream, refused, keyPrefix }: Keys) {
  const waiting = (await redis.xrange(stream, '-', '+')).map(([, [, key]]) => key ?? '')
  const keys = [...waiting, ...(await redis.zrange(refused, '0', '-1'))]
  const rows = await Promise.all(keys.map((key) => redis.hgetall(keyPrefix + key)))
  return rows.filter((row) => row['state']).map((row) => storedOf(rowOf(Object.entries(row).flat())))
}

function fieldsOf({
  key,
  path,
  locale,
  fingerprint,
  flags,
  body,
  receivedAt,
}: Submission): (string | number)[] {
  const row = { key, path, locale, fingerprint, flags: flags.join(' '), body, received_at: receivedAt }
  return Object.entries(row).flat()
}

function rowOf(flat: string[]): Row {
  const pairs = Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]])
  const row = Object.fromEntries(pairs) as Record<keyof Row, string>
  const { received_at, attempts, status } = row
  return {
    ...row,
    received_at: Number(received_at),
    attempts: Number(attempts),
    status: Number(status) || null,
  }
}
