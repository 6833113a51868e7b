// Messages in the Redis that several servers share: a hash for each message, and for each channel a stream of deliveries with one
// consumer group. An entry is due when it has been idle for `dueMs`: a shorter pause is written as idle time that has passed.
import { randomUUID } from 'node:crypto'
import type { ChainableCommander } from 'ioredis'
import type { Tally } from '../base/rate-limit.ts'
import type { Commands, RedisClient } from '../base/redis-client.ts'
import type { Added, ChannelName, Claimed, Delivery, Entry, Message, Store } from './message.ts'
import { channelNames, digestOf, keyLifetimeMs, leaseMs, recordOf, storedResponse } from './message.ts'

/** `id`: of the entries that belong to it; those of a server that has added the same key at the same time have another. */
type Row = Message & { digest: string; id: string; server: string; channels: ChannelName[] }
/** `state`: of each channel that does not wait, its error and its response. */
type Found = { row: Row; state: Record<string, string> }

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
export function createRedisStore(redis: RedisClient, onMissing: (key: string) => void) {
  const run = <T>(work: (client: Commands) => Promise<T>, ms = commandMs) => redis.run(ms, work)
  const server = randomUUID()
  const store: Store = {
    name: 'redis',
    add: (message, channels, formerKey) =>
      run(async (client) => {
        const [former] = formerKey ? await find(client, [formerKey]) : []
        const row = { ...message, digest: digestOf(message), id: randomUUID(), server, channels }
        return former ? known(former) : add(client, row)
      }),
    // XCLAIM with a least idle time gives an entry to one server; XAUTOCLAIM could not write the lease with it.
    claim: (channel, most) =>
      run(async (client) => {
        const stream = streamOf(channel)
        const pending = await client.xpending(stream, group, 'IDLE', dueMs, '-', '+', most)
        const counts = (pending as [string, string, number, number][]).map(
          ([id, , , count]) => [id, count] as const,
        )
        if (counts.length === 0) return []
        const attempts = new Map(counts)
        const lease = ['IDLE', dueMs - leaseMs]
        const claimed = await client.call(
          'XCLAIM',
          stream,
          group,
          consumer,
          dueMs,
          ...attempts.keys(),
          ...lease,
        )
        const stale = client.multi()
        const results: Claimed[] = []
        for (const [entry, [, key = '', , id]] of claimed as [string, string[]][]) {
          const [found] = await find(client, [key])
          const entries: Entry[] = [[stream, entry]]
          if (found && found.row.id === id && !found.state[channel])
            results.push({ message: found.row, channel, attempts: (attempts.get(entry) ?? 0) + 1, entries })
          else remove(stale, entries)
          if (!found && (await client.zrem(received, key)) > 0) onMissing(key)
        }
        await execute(stale)
        return results
      }),
    settle: ({ message: { key }, channel, entries = [] }, outcome, pauseMs) =>
      run(async (client) => {
        const [name, multi] = [nameOf(key), client.multi()]
        if (outcome.kind === 'returned')
          return void (await execute(remove(multi.del(name).zrem(received, key), entries)))
        const own = entries.filter(([stream]) => stream === streamOf(channel))
        const { error, response } = recordOf(outcome)
        multi.hset(name, { [`${channel}:error`]: error, [`${channel}:response`]: response })
        if (outcome.kind === 'failed') due(multi, own, pauseMs)
        else remove(multi.hset(name, channel, outcome.kind), own)
        if (outcome.kind === 'refused') multi.sadd(refusedOf(channel), key)
        const others = channel === 'upstream' ? entries.filter((entry) => !own.includes(entry)) : []
        await execute(due(multi, others, 0))
        const [found] = outcome.kind === 'delivered' ? await find(client, [key]) : []
        const isSettled = found?.row.channels.every((one) => found.state[one] === 'delivered')
        if (isSettled && found?.row.channels.includes('upstream')) await clear(client, found.row)
      }),
    usage: (channel) =>
      run(async (client) => {
        const stream = streamOf(channel)
        const multi = client.multi().xlen(stream).scard(refusedOf(channel)).time()
        const [waiting, refused, time, first] = await execute(multi.xrange(stream, '-', '+', 'COUNT', 1))
        // An id starts with the time of Redis in milliseconds; TIME is in seconds.
        const [[id] = []] = first as [string][]
        const [seconds] = time as [string]
        const oldestMs = id ? Math.max(0, Number(seconds) * 1000 - Number.parseInt(id, 10)) : 0
        return { waiting: Number(waiting), refused: Number(refused), oldestMs }
      }),
    list: () =>
      run(async (client) => {
        const all = await find(client, await client.zrange(received, '0', '-1'))
        return all.map(({ row, state }) => ({
          ...row,
          deliveries: row.channels.map((channel): Delivery => {
            // `settle` has written it.
            const current = (state[channel] ?? 'waiting') as Delivery['state']
            return { channel, state: current, error: state[`${channel}:error`] ?? '' }
          }),
        }))
      }, listMs),
    retry: (channel, wanted) =>
      run(async (client) => {
        const [stream, isWanted] = [
          streamOf(channel),
          (key?: string) => wanted === undefined || key === wanted,
        ]
        const waiting = (await client.xrange(stream, '-', '+')).filter(([, [, key]]) => isWanted(key))
        const entries = waiting.map(([id]): Entry => [stream, id])
        await execute(due(client.multi(), entries, 0, 0))
        const refused = await find(client, (await client.smembers(refusedOf(channel))).filter(isWanted))
        for (const { row } of refused) {
          const again = client.multi().srem(refusedOf(channel), row.key).hdel(nameOf(row.key), channel)
          const [, , id] = await execute(enqueue(again, { ...row, channels: [channel] }))
          await execute(due(client.multi(), [[stream, String(id)]], 0, 0))
        }
        return waiting.length + refused.length
      }, listMs),
    drop: (before) =>
      run(async (client) => {
        const old = await find(client, await client.zrangebyscore(received, '-inf', `(${before}`))
        const gone = old.filter(({ row, state }) => !row.channels.includes('upstream') || state['upstream'])
        const keys = gone.map(({ row }) => row.key)
        if (keys.length === 0) return 0
        const multi = client
          .multi()
          .zrem(received, ...keys)
          .del(...keys.map(nameOf))
        for (const channel of channelNames) {
          multi.srem(refusedOf(channel), ...keys)
          for (const [id, [, key = '']] of await client.xrange(streamOf(channel), '-', '+'))
            if (keys.includes(key)) remove(multi, [[streamOf(channel), id]])
        }
        await execute(multi)
        return keys.length
      }, listMs),
  }
  /**
   * For a new connection: Redis may have been emptied, and it may have executed a write that failed here. `onDisk`: the keys of such
   * messages, which are delivered from the disk. Resolves with why Redis may lose messages; empty: it does not.
   */
  const prepare = (onDisk: string[]) =>
    run(async (client) => {
      for (const channel of channelNames)
        await client.xgroup('CREATE', streamOf(channel), group, '0', 'MKSTREAM').catch((error: Error) => {
          if (!error.message.startsWith('BUSYGROUP')) throw error
        })
      // The key stays known; the entries are no longer those of the message. One with an outcome is an earlier message.
      for (const { row, state } of await find(client, onDisk))
        if (row.server === server && !row.channels.some((channel) => state[channel]))
          await clear(client, { ...row, id: '' })
      return durabilityProblem(client)
    })
  return { ...store, prepare }
}

/** INFO and not CONFIG GET, which hosted services do not allow; where INFO is forbidden as well, Redis counts as durable. */
async function durabilityProblem(client: Commands): Promise<string> {
  const info = await client.info().catch((error: Error) => {
    if (!error.message.startsWith('NOPERM')) throw error
    return ''
  })
  if (/^aof_enabled:0\b/m.test(info)) return 'appendonly is off'
  const policy = /^maxmemory_policy:(allkeys-\S+)/m.exec(info)?.[1]
  return policy ? `maxmemory-policy is ${policy}` : ''
}

/** One transaction, in which each entry is claimed at once: no other server sees it before the lease has ended. */
async function add(client: Commands, row: Row): Promise<Added> {
  const { key, channels } = row
  const [found] = await find(client, [key])
  if (found) return found.row.digest === row.digest ? known(found) : { kind: 'key reused' }
  const multi = client.multi().zadd(received, 'NX', row.received, key)
  const added = await execute(enqueue(multi.hsetnx(nameOf(key), 'message', JSON.stringify(row)), row))
  const entries = channels.map((channel, at): Entry => [streamOf(channel), String(added[at + 2])])
  if (added[1] !== 1) {
    await execute(remove(client.multi(), entries))
    return add(client, row)
  }
  const first = entries.filter(([stream]) => stream === streamOf('upstream'))
  const others = entries.filter((entry) => !first.includes(entry))
  await execute(due(due(client.multi(), first, leaseMs), others, first.length > 0 ? leaseMs : 0, 0))
  return { kind: 'added', claimed: { message: row, channel: 'upstream', attempts: 1, entries } }
}

function known({ row, state }: Found): Added {
  return { kind: 'known', key: row.key, response: storedResponse(state['upstream:response']) }
}

/** An entry for each channel, read by the group in the same transaction. */
function enqueue(multi: ChainableCommander, { key, id, channels }: Row): ChainableCommander {
  for (const channel of channels) multi.xadd(streamOf(channel), '*', 'key', key, 'id', id)
  const streams = [...channels.map(streamOf), ...channels.map(() => '>')]
  return channels.length > 0 ? multi.xreadgroup('GROUP', group, consumer, 'STREAMS', ...streams) : multi
}

function remove(multi: ChainableCommander, entries: Entry[]): ChainableCommander {
  for (const [stream, id] of entries) multi.xack(stream, group, id).xdel(stream, id)
  return multi
}

/** Makes entries due after a pause. `attempts`: the number of those that were made. */
function due(multi: ChainableCommander, entries: Entry[], pauseMs: number, attempts?: number) {
  const idle = dueMs - Math.min(pauseMs, dueMs)
  const count = attempts === undefined ? [] : ['RETRYCOUNT', attempts]
  for (const [stream, id] of entries)
    multi.xclaim(stream, group, consumer, 0, id, 'IDLE', idle, ...count, 'JUSTID')
  return multi
}

/** Deletes the text; the key is known for its lifetime. */
async function clear(client: Commands, row: Row): Promise<void> {
  const multi = client.multi().zrem(received, row.key).pexpire(nameOf(row.key), keyLifetimeMs)
  const message = JSON.stringify({ ...row, fields: '', fingerprint: '' })
  await execute(multi.hset(nameOf(row.key), 'message', message))
}

/** Those that are there. */
async function find(client: Commands, keys: string[]): Promise<Found[]> {
  const hashes = await Promise.all(keys.map((key) => client.hgetall(nameOf(key))))
  // `add` has written it.
  return hashes.flatMap(({ message, ...state }) =>
    message ? { row: JSON.parse(message) as Row, state } : [],
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
