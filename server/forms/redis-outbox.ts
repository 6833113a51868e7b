// The outbox in Redis, for several servers: a stream with a consumer group, from which any of them delivers.
import type { Redis } from 'ioredis'
import { evaluate, type Script } from '../cache/redis/client.ts'
import { answerToKeep, leaseMs as defaultLeaseMs, longestPauseMs, memoryMs, type Outbox } from './outbox.ts'
import { claimedOf, keptOf, knownOf, type Row } from './outbox-rows.ts'
import * as scripts from './redis-outbox-scripts.ts'
import { digestOf, pauseAfter, type Submission } from './submission.ts'

/** Rejects where there is no response in time. */
export type Ask = <T>(work: (client: Redis) => Promise<T>, ms?: number) => Promise<T>

type Options = {
  ask: Ask
  /** Whether it can be asked what is on its disk (WAITAOF). */
  isSynced: () => boolean
  consumer: string
  leaseMs?: number
  /** An accepted submission is no longer there: its hash was evicted or deleted. */
  onMissing: (key: string) => void
}

/** The braces keep all of it on one node of a cluster. */
const root = '{site-forms:1}'
const stream = `${root}:outbox`
const refused = `${root}:refused`
const keyStart = `${root}:key:`
const group = 'servers'
const syncMs = 1000

export function createRedisOutbox(options: Options): Outbox {
  const { ask, isSynced, consumer, leaseMs = defaultLeaseMs, onMissing } = options
  const run = (script: Script, keys: string[], values: (string | number)[]) =>
    ask((redis) => evaluate(redis, script, keys, values))

  /** With everysec that takes up to a second. */
  const sync = async () => {
    if (!isSynced()) return
    const [written] = (await ask(
      (redis) => redis.call('WAITAOF', '1', '0', String(syncMs)),
      syncMs + 300,
    )) as number[]
    if (!written) throw new Error('Redis has not written it to its disk in time')
  }

  return {
    name: 'redis',
    async add(submission, formerKey = '') {
      const keys = [stream, keyStart + submission.key, keyStart + formerKey]
      const values = [group, consumer, digestOf(submission), submission.key, formerKey, leaseMs]
      const [what, ...row] = (await run(scripts.addScript, keys, [
        ...values,
        ...fieldsOf(submission),
      ])) as string[]
      if (what === 'reused') return 'key reused'
      await sync()
      if (what === 'added') return 'added'
      const [key = '', state = '', status = '', answer = ''] = row
      return knownOf({ key, state, status: Number(status), answer })
    },
    async claim(most) {
      const values = [group, consumer, keyStart, leaseMs, most, longestPauseMs]
      const [due, missing] = (await run(scripts.claimScript, [stream], values)) as [string[][], string[]]
      for (const key of missing) onMissing(key)
      return due.map((row) => claimedOf(rowOf(row)))
    },
    async settle({ submission: { key }, attempts }, outcome) {
      if (outcome.kind === 'failed') {
        const pause = outcome.pauseMs ?? pauseAfter(attempts)
        await run(scripts.failScript, [stream, keyStart + key], [group, consumer, leaseMs, pause])
        return
      }
      const { status, body } = answerToKeep(outcome.answer)
      const values = [group, outcome.kind, key, status, body, memoryMs]
      await run(scripts.settleScript, [stream, keyStart + key, refused], values)
    },
    usage: () =>
      ask(async (redis) => {
        const [waiting, refusedCount, [first], [seconds]] = await Promise.all([
          redis.xlen(stream),
          redis.zcard(refused),
          redis.xrange(stream, '-', '+', 'COUNT', 1),
          redis.time(),
        ])
        // An entry is named after the time of Redis at which it was added; no server's clock is part of its age.
        const oldestMs = first ? Number(seconds) * 1000 - Number(first[0].split('-')[0]) : 0
        return { waiting, refused: refusedCount, oldestMs: Math.max(0, oldestMs) }
      }),
    list: () => ask(listed, listMs),
    retry: async () =>
      Number(await run(scripts.retryScript, [stream, refused], [group, consumer, keyStart, leaseMs])),
    drop: async (before) => Number(await run(scripts.dropScript, [refused], [keyStart, before])),
    close: async () => {},
  }
}

const listMs = 10_000

async function listed(redis: Redis) {
  const waiting = (await redis.xrange(stream, '-', '+')).map(([, [, key]]) => key ?? '')
  const keys = [...waiting, ...(await redis.zrange(refused, '0', '-1'))]
  const rows = await Promise.all(keys.map((key) => redis.hgetall(keyStart + key)))
  return rows.filter((row) => row['state']).map((row) => keptOf(rowOf(Object.entries(row).flat())))
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
