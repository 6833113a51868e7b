// Messages in the Redis that several servers share: a hash for each message with its deliveries, and for each channel and state a
// sorted set of keys, by the time of the next attempt. Times are those of Redis.
import type { ChainableCommander } from 'ioredis'
import { type Commands, execute, type RedisClient, timeOf } from '../cache/redis-client.ts'
import type { Claimed, Delivery, Message, Store } from './message.ts'
import { channelNames, keyLifetimeMs, leaseMs } from './message.ts'

/** Hash tag: all keys are on one node of a cluster. */
const root = '{site-messages:1}'
const received = `${root}:received`
const nameOf = (key: string) => `${root}:message:${key}`
const setOf = ({ channel, state }: Pick<Delivery, 'channel' | 'state'>) => `${root}:${channel}:${state}`
const sets = channelNames.flatMap((channel) =>
  (['waiting', 'refused', 'delivered'] as const).map((state) => setOf({ channel, state })),
)
const listMs = 10_000

export function createRedisStore({ run }: RedisClient): Store {
  return {
    name: 'redis',
    add: (message, pauseMs) =>
      run(async (client) => {
        const { deliveries, ...row } = message
        const [earlier, now] = await Promise.all([find(client, row.key), timeOf(client)])
        if (earlier) return earlier
        const multi = client.multi().hsetnx(nameOf(row.key), 'message', JSON.stringify(row))
        multi.zadd(received, 'NX', row.received, row.key)
        for (const delivery of deliveries) {
          multi.hsetnx(nameOf(row.key), delivery.channel, JSON.stringify(delivery))
          multi.zadd(setOf(delivery), 'NX', now + pauseMs, row.key)
        }
        const [isNew] = await execute(multi)
        return isNew ? undefined : find(client, row.key)
      }),
    claim: (channel, most) =>
      run(async (client) => {
        const [waiting, now] = [setOf({ channel, state: 'waiting' }), await timeOf(client)]
        const claimed: Claimed[] = []
        for (const key of await client.zrangebyscore(waiting, '-inf', now, 'LIMIT', 0, most)) {
          // One server reads in its transaction that the key is due; the others read the lease of that server.
          const lease = client
            .multi()
            .zscore(waiting, key)
            .zadd(waiting, 'XX', now + leaseMs, key)
          const [dueAt] = await execute(lease)
          if (dueAt === null || Number(dueAt) > now) continue
          const message = await find(client, key)
          const delivery = message?.deliveries.find((one) => one.channel === channel)
          if (message && delivery?.state === 'waiting') {
            const attempts = delivery.attempts + 1
            await client.hset(nameOf(key), channel, JSON.stringify({ ...delivery, attempts }))
            claimed.push({ message, attempts })
          } else await client.zrem(waiting, key)
        }
        return claimed
      }),
    put: (key, delivery, pauseMs) =>
      run(async (client) => {
        const [message, now] = await Promise.all([find(client, key), timeOf(client)])
        const before = message?.deliveries.find(({ channel }) => channel === delivery.channel)
        if (!before || before.state === 'delivered') return
        const multi = client.multi().hset(nameOf(key), delivery.channel, JSON.stringify(delivery))
        await execute(multi.zrem(setOf(before), key).zadd(setOf(delivery), now + pauseMs, key))
      }),
    get: (key) => run((client) => find(client, key)),
    list: () =>
      run(async (client) => {
        const keys = await client.zrange(received, '0', '-1')
        const all = await Promise.all(keys.map((key) => find(client, key)))
        return all.flatMap((one) => (one?.fields ? one : []))
      }, listMs),
    clear: (key) =>
      run(async (client) => {
        const message = await find(client, key)
        if (!message) return
        const { deliveries: _, ...row } = message
        const text = JSON.stringify({ ...row, fields: '', fingerprint: '' })
        const multi = unlist(client.multi(), key).hset(nameOf(key), 'message', text)
        await execute(multi.pexpire(nameOf(key), keyLifetimeMs))
      }),
    remove: (key) =>
      run(async (client) => void (await execute(unlist(client.multi(), key).del(nameOf(key))))),
    usage: (channel) =>
      run(async (client) => {
        const waiting = setOf({ channel, state: 'waiting' })
        const [now, refused, ages] = await Promise.all([
          timeOf(client),
          client.zcard(setOf({ channel, state: 'refused' })),
          client.zinter(2, received, waiting, 'WEIGHTS', 1, 0, 'AGGREGATE', 'SUM', 'WITHSCORES'),
        ])
        const oldestMs = Math.max(0, now - Number(ages[1] ?? now))
        return { waiting: ages.length / 2, refused, oldestMs }
      }),
  }
}

function unlist(multi: ChainableCommander, key: string): ChainableCommander {
  for (const set of [received, ...sets]) multi.zrem(set, key)
  return multi
}

async function find(client: Commands, key: string): Promise<Message | undefined> {
  const { message, ...found } = await client.hgetall(nameOf(key))
  if (!message) return undefined
  // `add` and `put` have written them.
  const row = JSON.parse(message) as Omit<Message, 'deliveries'>
  const all = channelNames.flatMap((channel) => found[channel] ?? [])
  return { ...row, deliveries: all.map((one) => JSON.parse(one) as Delivery) }
}
