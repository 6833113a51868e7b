// Messages in the Redis that several servers share: a hash for each message, and for each channel a stream of deliveries with one
// consumer group. An entry is due when it has been idle for `dueMs`: a shorter pause is written as idle time that has passed.
import { randomUUID } from 'node:crypto'
import type { ChainableCommander } from 'ioredis'
import type { Tally } from '../base/rate-limit.ts'
import type { Commands, RedisClient } from '../base/redis-client.ts'
import {
  type Added,
  type ChannelName,
  type Claimed,
  channelNames,
  type Delivery,
  digestOf,
  keyLifetimeMs,
  leaseMs,
  type Message,
  pauseAfter,
  responseToStore,
  type Store,
  storedResponse,
} from './message.ts'

/** `id`: of the entries that belong to it; those of a server that has added the same key at the same time have another. */
type Stored = Message & { digest: string; id: string; channels: ChannelName[] }
/** `fields`: the state of each channel that does not wait, its error and its response. */
type Found = { stored: Stored; fields: Record<string, string> }
type Entries = Claimed['entries']

/** Hash tag: all keys are on one node of a cluster. */
const root = '{site-messages:1}'
const received = `${root}:received`
const nameOf = (key: string) => `${root}:message:${key}`
const streamOf = (channel: ChannelName) => `${root}:${channel}`
const refusedOf = (channel: ChannelName) => `${root}:${channel}:refused`
/** One consumer: who has claimed an entry last does not matter. */
const [group, consumer] = ['site', 'server']
/** The longest pause between two attempts. */
const dueMs = 300_000
const [commandMs, listMs] = [1000, 10_000]

/** `onMissing`: called for an accepted message that was evicted or deleted. */
export function createRedisStore(redis: RedisClient, onMissing: (key: string) => void): Store {
  const run = <T>(work: (client: Commands) => Promise<T>) => redis.run(commandMs, work)
  return {
    name: 'redis',
    add: (message, channels, formerKey) =>
      run(async (client) => (formerKey && (await find(client, formerKey))) || add(client, message, channels)),
    claim: (channel, most) => run((client) => claim(client, channel, { most, onMissing })),
    settle: (claimed, outcome) =>
      run(async (client) => {
        const { channel, attempts, entries } = claimed
        const { key } = claimed.message
        const { upstream: _, ...others } = entries
        const [name, own, multi] = [nameOf(key), { [channel]: entries[channel] }, client.multi()]
        if (outcome.kind === 'returned')
          return void (await execute(remove(multi.del(name).zrem(received, key), entries)))
        if (outcome.kind === 'delivered')
          multi
            .hset(name, `${channel}:response`, responseToStore(outcome.response))
            .hdel(name, `${channel}:error`)
        else multi.hset(name, `${channel}:error`, outcome.reason)
        if (outcome.kind === 'failed') due(multi, own, Math.min(dueMs, pauseAfter(attempts, outcome)))
        else remove(multi.hset(name, channel, outcome.kind), own)
        if (outcome.kind === 'refused') multi.sadd(refusedOf(channel), key)
        await execute(channel === 'upstream' ? due(multi, others, 0) : multi)
        if (outcome.kind === 'delivered') await clearDelivered(client, key)
      }),
    usage: (channel) =>
      run(async (client) => {
        const stream = streamOf(channel)
        const multi = client.multi().xlen(stream).scard(refusedOf(channel))
        const [waiting, refused, first, time] = await execute(
          multi.xrange(stream, '-', '+', 'COUNT', 1).time(),
        )
        // An id starts with the time of Redis in milliseconds; TIME is in seconds.
        const [[id] = []] = first as [string][]
        const [seconds] = time as [string]
        const oldestMs = id ? Math.max(0, Number(seconds) * 1000 - Number.parseInt(id, 10)) : 0
        return { waiting: Number(waiting), refused: Number(refused), oldestMs }
      }),
    list: () =>
      redis.run(listMs, async (client) => {
        const found = await readMessages(client, await client.zrange(received, '0', '-1'))
        return found.map(({ stored, fields }) => ({
          ...stored,
          deliveries: stored.channels.map((channel): Delivery => {
            // `settle` has written it.
            const state = (fields[channel] ?? 'waiting') as Delivery['state']
            return { channel, state, error: fields[`${channel}:error`] ?? '' }
          }),
        }))
      }),
    retry: (channel, key) => redis.run(listMs, (client) => retry(client, channel, key)),
    drop: (before) => redis.run(listMs, (client) => drop(client, before)),
    close: async () => {},
  }
}

/** For a new connection: Redis may have been emptied. */
export async function createGroups(client: Commands): Promise<void> {
  for (const channel of channelNames)
    await client.xgroup('CREATE', streamOf(channel), group, '0', 'MKSTREAM').catch((error: Error) => {
      if (!error.message.startsWith('BUSYGROUP')) throw error
    })
}

async function find(client: Commands, key: string, digest?: string): Promise<Added | undefined> {
  const [found] = await readMessages(client, [key])
  if (digest && found && found.stored.digest !== digest) return { kind: 'key reused' }
  return found && { kind: 'known', key, response: storedResponse(found.fields['upstream:response'] ?? '') }
}

/** One transaction, in which each entry is claimed at once: no other server sees it before the lease has ended. */
async function add(client: Commands, message: Message, channels: ChannelName[]): Promise<Added> {
  const { key } = message
  const stored: Stored = { ...message, digest: digestOf(message), id: randomUUID(), channels }
  const known = await find(client, key, stored.digest)
  if (known) return known
  const multi = client.multi().zadd(received, 'NX', message.received, key)
  const added = await execute(enqueue(multi.hsetnx(nameOf(key), 'message', JSON.stringify(stored)), stored))
  const entries: Entries = Object.fromEntries(channels.map((channel, at) => [channel, String(added[at + 2])]))
  const isFirst = added[1] === 1
  if (!isFirst) await execute(remove(client.multi(), entries))
  if (!isFirst) return add(client, message, channels)
  const { upstream, ...others } = entries
  await execute(due(due(client.multi(), { upstream }, leaseMs), others, upstream ? leaseMs : 0, 0))
  return { kind: 'added', claimed: { message, channel: 'upstream', attempts: 1, entries } }
}

/** An entry for each channel, read by the group in the same transaction. */
function enqueue(multi: ChainableCommander, { key, id, channels }: Stored): ChainableCommander {
  for (const channel of channels) multi.xadd(streamOf(channel), '*', 'key', key, 'id', id)
  const streams = [...channels.map(streamOf), ...channels.map(() => '>')]
  return channels.length > 0 ? multi.xreadgroup('GROUP', group, consumer, 'STREAMS', ...streams) : multi
}

function remove(multi: ChainableCommander, entries: Entries): ChainableCommander {
  for (const [stream, id] of entriesOf(entries)) multi.xack(stream, group, id).xdel(stream, id)
  return multi
}

/** Makes entries due after a pause. `attempts`: the number of those that were made. */
function due(multi: ChainableCommander, entries: Entries, pauseMs: number, attempts?: number) {
  const count = attempts === undefined ? [] : ['RETRYCOUNT', attempts]
  for (const [stream, id] of entriesOf(entries))
    multi.xclaim(stream, group, consumer, 0, id, 'IDLE', dueMs - pauseMs, ...count, 'JUSTID')
  return multi
}

function entriesOf(entries: Entries): [stream: string, id: string][] {
  const ids = channelNames.map((channel): [string, string] => [streamOf(channel), entries[channel] ?? ''])
  return ids.filter(([, id]) => id)
}

type ClaimOptions = { most: number; onMissing: (key: string) => void }

/** XCLAIM with a least idle time gives an entry to one server; XAUTOCLAIM could not write the lease with it. */
async function claim(
  client: Commands,
  channel: ChannelName,
  { most, onMissing }: ClaimOptions,
): Promise<Claimed[]> {
  const stream = streamOf(channel)
  const pending = await client.xpending(stream, group, 'IDLE', dueMs, '-', '+', most)
  const attempts = new Map(
    (pending as [string, string, number, number][]).map(([id, , , count]) => [id, count + 1]),
  )
  if (attempts.size === 0) return []
  const lease = ['IDLE', dueMs - leaseMs]
  const claimed = await client.call('XCLAIM', stream, group, consumer, dueMs, ...attempts.keys(), ...lease)
  const stale = client.multi()
  const results: Claimed[] = []
  for (const [entry, [, key = '', , id]] of claimed as [string, string[]][]) {
    const [found] = await readMessages(client, [key])
    const entries = { [channel]: entry }
    if (found && found.stored.id === id && !found.fields[channel])
      results.push({ message: found.stored, channel, attempts: attempts.get(entry) ?? 1, entries })
    else remove(stale, entries)
    if (!found) onMissing(key)
  }
  await execute(stale)
  return results
}

/** What every channel has loses its text; a local site keeps it. */
async function clearDelivered(client: Commands, key: string): Promise<void> {
  const [{ stored, fields } = {}] = await readMessages(client, [key])
  if (!stored?.channels.includes('upstream')) return
  if (stored.channels.some((channel) => fields?.[channel] !== 'delivered')) return
  const cleared = JSON.stringify({ ...stored, fields: '', fingerprint: '' })
  const name = nameOf(key)
  await execute(
    client.multi().hset(name, 'message', cleared).pexpire(name, keyLifetimeMs).zrem(received, key),
  )
}

async function retry(client: Commands, channel: ChannelName, wanted?: string): Promise<number> {
  const isWanted = (key: string | undefined) => wanted === undefined || key === wanted
  const waiting = (await client.xrange(streamOf(channel), '-', '+')).filter(([, [, key]]) => isWanted(key))
  const multi = client.multi()
  for (const [id] of waiting) due(multi, { [channel]: id }, 0, 0)
  await execute(multi)
  const refused = await readMessages(client, (await client.smembers(refusedOf(channel))).filter(isWanted))
  for (const { stored } of refused) {
    const again = client.multi().srem(refusedOf(channel), stored.key).hdel(nameOf(stored.key), channel)
    const [, , id] = await execute(enqueue(again, { ...stored, channels: [channel] }))
    await execute(due(client.multi(), { [channel]: String(id) }, 0, 0))
  }
  return waiting.length + refused.length
}

async function drop(client: Commands, before: number): Promise<number> {
  const old = await readMessages(client, await client.zrangebyscore(received, '-inf', `(${before}`))
  const gone = old.filter(({ stored, fields }) => !stored.channels.includes('upstream') || fields['upstream'])
  const keys = gone.map(({ stored }) => stored.key)
  if (keys.length === 0) return 0
  const multi = client.multi().zrem(received, ...keys)
  multi.del(...keys.map(nameOf))
  for (const channel of channelNames) {
    multi.srem(refusedOf(channel), ...keys)
    for (const [id, [, key = '']] of await client.xrange(streamOf(channel), '-', '+'))
      if (keys.includes(key)) remove(multi, { [channel]: id })
  }
  await execute(multi)
  return keys.length
}

/** Those that are there. */
async function readMessages(client: Commands, keys: string[]): Promise<Found[]> {
  const hashes = await Promise.all(keys.map((key) => client.hgetall(nameOf(key))))
  // `add` has written it.
  return hashes.flatMap(({ message, ...fields }) =>
    message ? { stored: JSON.parse(message) as Stored, fields } : [],
  )
}

/** The results of a transaction; rejects with the error of the first command that failed. */
async function execute(multi: ChainableCommander): Promise<unknown[]> {
  const replies = await multi.exec().catch((error: Error & { previousErrors?: Error[] }) => {
    throw error.previousErrors?.[0] ?? error
  })
  return (replies ?? []).map(([error, result]) => {
    if (error) throw error
    return result
  })
}

/** The limit of messages of one address, shared by several servers. */
export function createRedisTally(redis: RedisClient): Tally {
  return async (address, windowMs) => {
    const name = `{site-rate:1}:${address}`
    const [, count, ms] = await redis.run(commandMs, (client) =>
      execute(client.multi().set(name, 0, 'PX', windowMs, 'NX').incr(name).pttl(name)),
    )
    return { count: Number(count), seconds: Math.ceil(Number(ms) / 1000) }
  }
}
