// Redis outbox for several servers: a stream with a consumer group, from which any server delivers.
import type { Commands, RedisClient } from '../cache/redis/client.ts'
import type { ConfirmedWrite } from '../cache/redis/confirmed-writes.ts'
import { evaluate, type Script } from '../cache/redis/evaluate.ts'
import type { OutboxUsage } from '../telemetry/form-metrics.ts'
import {
  type Added,
  type ChannelName,
  type Claimed,
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
  redis: RedisClient
  write: ConfirmedWrite
  consumer: string
  leaseMs?: number
  /** Called for an accepted submission whose hash was evicted or deleted. */
  onMissing: (key: string) => void
}

/** Hash tag: all keys are on one node of a cluster. */
export const formsRoot = '{site-forms:1}'
const group = 'servers'
const commandMs = 1000
const listMs = 10_000

type Keys = ReturnType<typeof keysOf>

function keysOf(channel: ChannelName | undefined) {
  const own = channel ? `${formsRoot}:notify-${channel}` : formsRoot
  return {
    stream: `${own}:outbox`,
    refused: `${own}:refused`,
    stored: `${own}:stored-keys`,
    keyPrefix: `${own}:key:`,
  }
}

export function createRedisOutbox(options: Options): Outbox {
  const { redis, write, consumer, leaseMs = defaultLeaseMs, onMissing, channel, copyTo = [] } = options
  const keys = keysOf(channel)
  const { stream, refused, stored, keyPrefix } = keys
  const copiesOf = (key: string) => copyTo.map(keysOf).flatMap((copy) => [copy.stream, copy.keyPrefix + key])
  const run = (script: Script, keys: string[], values: (string | number)[]) =>
    redis.run(commandMs, (client) => evaluate(client, script, keys, values))
  const settleOwn = createSettle({ run, keys, consumer, leaseMs })

  return {
    name: 'redis',
    async add(submission, formerKey = '') {
      const { key } = submission
      const names = [stream, keyPrefix + key, keyPrefix + formerKey, ...copiesOf(key)]
      const values = [group, consumer, digestOf(submission), key, formerKey, leaseMs]
      return addedOf(await write(scripts.addScript, names, [...values, ...fieldsOf(submission)]))
    },
    async store(submission) {
      const { key, receivedAt } = submission
      const names = [stream, keyPrefix + key, refused, stored, ...copiesOf(key)]
      const values = [group, digestOf(submission), key, receivedAt, ...fieldsOf(submission)]
      return addedOf(await write(scripts.storeScript, names, values))
    },
    async claim(most) {
      const values = [group, consumer, keyPrefix, leaseMs, most, longestPauseMs]
      const [due, missing] = (await run(scripts.claimScript, [stream], values)) as [string[][], string[]]
      for (const key of missing) onMissing(key)
      return due.map((row) => claimedOf(rowOf(row)))
    },
    async settle(claimed, outcome) {
      const isSettled = await settleOwn(claimed, outcome)
      // Where the server ends before this, the copies are due after their lease.
      if (isSettled && copyTo.length > 0) {
        const values = [group, consumer, leaseMs, outcome.kind]
        await run(scripts.releaseScript, copiesOf(claimed.submission.key), values)
      }
    },
    usage: () => redis.run(commandMs, (client) => usageOf(client, keys)),
    list: () => redis.run(listMs, (client) => listed(client, keys)),
    states: (found) =>
      redis.run(listMs, async (client) => {
        const states = await Promise.all(found.map((key) => client.hget(keyPrefix + key, 'state')))
        const known = found.flatMap((key, at) => (states[at] ? [[key, states[at]] as const] : []))
        return new Map(known as [string, SubmissionState][])
      }),
    retry: async () =>
      Number(await run(scripts.retryScript, [stream, refused], [group, consumer, keyPrefix, leaseMs])),
    drop: async (before) => {
      const dropped = Number(await run(scripts.dropScript, [refused, stored], [keyPrefix, before]))
      if (!channel) return dropped
      return dropped + Number(await run(scripts.dropWaitingScript, [stream], [group, keyPrefix, before]))
    },
    close: async () => {},
  }
}

type SettleOptions = Pick<Options, 'consumer'> & {
  run: (script: Script, keys: string[], values: (string | number)[]) => Promise<unknown>
  keys: Keys
  leaseMs: number
}

/** Resolves with false where the submission does not wait any more. */
function createSettle({ run, keys: { stream, refused, keyPrefix }, consumer, leaseMs }: SettleOptions) {
  return async ({ submission: { key }, attempts }: Claimed, outcome: Outcome): Promise<boolean> => {
    if (outcome.kind === 'failed') {
      const values = [group, consumer, leaseMs, outcome.pauseMs ?? pauseAfter(attempts)]
      return (await run(scripts.failScript, [stream, keyPrefix + key], values)) === 1
    }
    const { status, body } = responseToStore(outcome.response)
    const values = [group, outcome.kind, key, status, body, keyLifetimeMs]
    return (await run(scripts.settleScript, [stream, keyPrefix + key, refused], values)) === 1
  }
}

async function usageOf(client: Commands, { stream, refused }: Keys): Promise<OutboxUsage> {
  const [waiting, refusedCount, [first], [seconds]] = await Promise.all([
    client.xlen(stream),
    client.zcard(refused),
    client.xrange(stream, '-', '+', 'COUNT', 1),
    client.time(),
  ])
  // An entry id starts with the time of Redis at which it was added, so that the age is by one clock.
  const oldestMs = first ? Number(seconds) * 1000 - Number(first[0].split('-')[0]) : 0
  return { waiting, refused: refusedCount, oldestMs: Math.max(0, oldestMs) }
}

function addedOf(result: unknown): Added {
  const [kind, key = '', state = '', status = '', answer = ''] = result as string[]
  if (kind === 'reused') return 'key reused'
  return kind === 'added' ? 'added' : knownOf({ key, state, status: Number(status), answer })
}

async function listed(client: Commands, { stream, refused, stored, keyPrefix }: Keys) {
  const waiting = (await client.xrange(stream, '-', '+')).map(([, [, key]]) => key ?? '')
  const [rejected, kept] = await Promise.all([refused, stored].map((set) => client.zrange(set, '0', '-1')))
  const keys = [...waiting, ...(rejected ?? []), ...(kept ?? [])]
  const rows = await Promise.all(keys.map((key) => client.hgetall(keyPrefix + key)))
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
