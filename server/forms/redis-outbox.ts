// Redis outbox for several servers, from which any server delivers.
import type { Commands, RedisClient } from '../base/redis-client.ts'
import type { ConfirmedWrite } from './confirmed-writes.ts'
import { evaluate, type Script } from './evaluate.ts'
import {
  type Added,
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
import { digestOf, pauseAfter, type Submission } from './submission.ts'

type RedisOutboxOptions = OutboxScope & {
  redis: RedisClient
  write: ConfirmedWrite
  leaseMs?: number
  /** Called for an accepted submission whose hash was evicted or deleted. */
  onMissing: (key: string) => void
}

/** Hash tag: all keys are on one node of a cluster. */
export const formsRoot = '{site-forms:1}'
const commandMs = 1000
const listMs = 10_000

type Keys = ReturnType<typeof keysOf>

function keysOf(channel: ChannelName | undefined) {
  const own = channel ? `${formsRoot}:notify-${channel}` : formsRoot
  return {
    waiting: `${own}:waiting`,
    refused: `${own}:refused`,
    stored: `${own}:stored-keys`,
    keyPrefix: `${own}:key:`,
  }
}

export function createRedisOutbox(options: RedisOutboxOptions): Outbox {
  const { redis, write, leaseMs = defaultLeaseMs, onMissing, channel, copyTo = [] } = options
  const keys = keysOf(channel)
  const { waiting, refused, stored, keyPrefix } = keys
  const copiesOf = (key: string) => copyTo.map(keysOf).flatMap((copy) => [copy.waiting, copy.keyPrefix + key])
  const run = (script: Script, keys: string[], values: (string | number)[]) =>
    redis.run(commandMs, (client) => evaluate(client, script, keys, values))

  return {
    name: 'redis',
    async add(submission, formerKey = '') {
      const { key } = submission
      const names = [waiting, keyPrefix + key, keyPrefix + formerKey, ...copiesOf(key)]
      const values = [digestOf(submission), key, formerKey, leaseMs, ...fieldsOf(submission)]
      return addedOf(await write(scripts.addScript, names, values))
    },
    async store(submission, hasCopies) {
      const { key, receivedAt } = submission
      const names = [waiting, keyPrefix + key, refused, stored, ...(hasCopies ? [] : copiesOf(key))]
      const values = [digestOf(submission), key, receivedAt, ...fieldsOf(submission)]
      return addedOf(await write(scripts.storeScript, names, values))
    },
    async claim(most) {
      const values = [keyPrefix, leaseMs, most, longestPauseMs]
      const result = await run(scripts.claimScript, [waiting], values)
      const [due, missing] = result as [string[], string[]]
      for (const key of missing) onMissing(key)
      const rows = await redis.run(commandMs, (client) => rowsOf(client, keyPrefix, due))
      return rows.map(claimedOf)
    },
    async settle({ submission: { key }, attempts }, outcome) {
      const names = [waiting, keyPrefix + key, refused, ...copiesOf(key)]
      const isFailed = outcome.kind === 'failed'
      const { status, body } = isFailed ? { status: '', body: '' } : responseToStore(outcome.response)
      const pause = isFailed ? (outcome.pauseMs ?? pauseAfter(attempts)) : 0
      await run(scripts.settleScript, names, [outcome.kind, key, status, body, keyLifetimeMs, pause])
    },
    async usage() {
      const numbers = await run(scripts.usageScript, [waiting, refused], [keyPrefix])
      const [waits = 0, rejected = 0, oldestMs = 0] = numbers as number[]
      return { waiting: waits, refused: rejected, oldestMs }
    },
    list: () => redis.run(listMs, (client) => listed(client, keys)),
    states: (wanted) =>
      redis.run(listMs, async (client) => {
        const states = await Promise.all(wanted.map((key) => client.hget(keyPrefix + key, 'state')))
        const known = wanted.flatMap((key, at) => (states[at] ? [[key, states[at]] as const] : []))
        return new Map(known as [string, SubmissionState][])
      }),
    retry: async () => Number(await run(scripts.retryScript, [waiting, refused], [keyPrefix])),
    drop: async (before) =>
      Number(await run(scripts.dropScript, [refused, channel ? waiting : stored], [keyPrefix, before])),
    close: async () => {},
  }
}

function addedOf(result: unknown): Added {
  const [kind, key = '', state = '', status = '', answer = ''] = result as string[]
  if (kind === 'reused') return 'key reused'
  return kind === 'added' ? 'added' : knownOf({ key, state, status: Number(status), answer })
}

async function listed(client: Commands, { waiting, refused, stored, keyPrefix }: Keys) {
  const sets = await Promise.all([waiting, refused, stored].map((set) => client.zrange(set, '0', '-1')))
  return (await rowsOf(client, keyPrefix, sets.flat())).map(storedOf)
}

/** The rows of the keys that are there. */
async function rowsOf(client: Commands, keyPrefix: string, keys: string[]): Promise<Row[]> {
  const hashes = await Promise.all(keys.map((key) => client.hgetall(keyPrefix + key)))
  return hashes.filter((fields) => fields['state']).map(rowOf)
}

function fieldsOf(submission: Submission): (string | number)[] {
  const { key, path, locale, fingerprint, flags, body, receivedAt } = submission
  const about = { key, digest: digestOf(submission), path, locale, fingerprint }
  const row = { ...about, flags: flags.join(' '), body, received_at: receivedAt }
  return Object.entries(row).flat()
}

function rowOf(fields: Record<string, string>): Row {
  // `fieldsOf` and the scripts have written these fields.
  const row = fields as Record<keyof Row, string>
  const { received_at, attempts, status } = row
  const numbers = { received_at: Number(received_at), attempts: Number(attempts) }
  return { ...row, ...numbers, status: Number(status) || null }
}
