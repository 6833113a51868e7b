// Stored messages of the embedded content API in Redis: one list for all servers. A Redis that is not durable is only a
// copy: each server has its messages in its file as well, and adds those that are missing after each connection.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { evaluate, script } from '../cache/redis/client.ts'
import { connectDurableRedis, type DurableRedis } from '../cache/redis/durable.ts'
import type { FormStore, LocalFormStore, StoredForm } from '../calls/form-store.ts'
import { formsRoot } from './redis-outbox.ts'

type Options = {
  url: string
  /** The file of this server: from the time without Redis, and of a Redis that is not durable. */
  local: LocalFormStore
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Milliseconds since 1970. */
  now: () => number
  /** See redis/durable.ts. */
  connectMs?: number | undefined
}

/** A hash: a record as JSON for each idempotency key, or id where there is none; and its fields by time of receipt. */
const forms = `${formsRoot}:stored`
const times = `${formsRoot}:stored-times`
/** Everything received before this time has been deleted: servers delete it from their files as well. */
const dropped = `${formsRoot}:stored-dropped`

/** KEYS forms, times. ARGV field, record, time. Returns the first record of the field, empty for a new one. */
const saveScript = script(`
local first = redis.call('HGET', KEYS[1], ARGV[1])
-- Written again, so that WAIT after it waits for the first one, which perhaps came over another connection.
redis.call('HSET', KEYS[1], ARGV[1], first or ARGV[2])
if first then return first end
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return ''`)

/** KEYS forms, times, dropped. ARGV time. */
const dropScript = script(`
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1])
for _, field in ipairs(old) do
  redis.call('HDEL', KEYS[1], field)
  redis.call('ZREM', KEYS[2], field)
end
if tonumber(ARGV[1]) > tonumber(redis.call('GET', KEYS[3]) or 0) then redis.call('SET', KEYS[3], ARGV[1]) end
return #old`)

const texts = {
  down: 'stored form messages without Redis',
  up: 'stored form messages with Redis again',
  notDurable: 'Redis is not durable: stored form messages are on the disk of their server as well',
  durable: 'Redis is durable: stored form messages are in Redis',
}
const saveMs = 1000
const listMs = 10_000
const copyEveryMs = 3_600_000
const atOnce = 100

/** Resolves after the first attempt to connect. Without Redis nothing is saved: the outbox delivers it later. */
export async function createRedisFormStore(options: Options): Promise<FormStore> {
  const { url, local, log, now, connectMs } = options
  let connected: DurableRedis | undefined
  let copied = Promise.resolve()
  const copy = () => {
    if (!connected) return
    const to = connected
    copied = copied
      .then(() => copyLocal(to, local))
      .catch((error: Error) => {
        log.warn({ reason: error.message }, 'form messages of this server not copied to Redis')
      })
  }
  const redis = await connectDurableRedis({
    ...{ url, key: formsRoot, name: 'site-messages', log, texts, connectMs },
    onUp: copy,
  })
  const { withRedis, isDurable } = redis
  connected = redis
  copy()
  const copying = setInterval(copy, copyEveryMs)
  copying.unref()

  return {
    async save(submission) {
      const { name, body, flags, idempotencyKey = '' } = submission
      const saved = isDurable() ? { id: randomUUID() } : local.save(submission)
      if (saved === 'key reused') return saved
      const receivedAt = new Date(now()).toISOString()
      const [first] = await add(redis, [{ ...saved, name, idempotencyKey, body, flags, receivedAt }])
      if (!first) return saved
      return first.name === name && first.body === body ? { id: first.id } : 'key reused'
    },
    async list() {
      await copied
      const records = await withRedis((client) => client.hvals(forms), listMs)
      return records.map(readRecord).sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    },
    async drop(before) {
      await copied
      const keys = [forms, times, dropped]
      const count = await withRedis((client) => evaluate(client, dropScript, keys, [before]), listMs)
      local.drop(before)
      return Number(count)
    },
    async close() {
      clearInterval(copying)
      await copied
      await redis.close()
      local.close()
    },
  }
}

/** Moves the messages of this server's file to a durable Redis; copies them to another one. */
async function copyLocal(redis: DurableRedis, local: LocalFormStore): Promise<void> {
  if (local.list().length === 0) return
  const before = Number(await redis.withRedis((client) => client.get(dropped)))
  if (before > 0) local.drop(before)
  const rows = local.list()
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce)
    const isMoved = redis.isDurable()
    await add(redis, some)
    if (isMoved && redis.isDurable()) local.remove(some.map(({ id }) => id))
  }
}

/** Resolves with the earlier record of each key, or undefined; rejects where they are not stored durably. */
async function add(redis: DurableRedis, records: StoredForm[]): Promise<(StoredForm | undefined)[]> {
  const [found, missing] = await redis.withRedis(async (client) => {
    const added = records.map((record) => {
      const field = record.idempotencyKey ? `key:${record.idempotencyKey}` : `id:${record.id}`
      const values = [field, JSON.stringify(record), Date.parse(record.receivedAt)]
      return evaluate(client, saveScript, [forms, times], values)
    })
    return [await Promise.all(added), await redis.sync(client)] as const
  }, saveMs + redis.syncMs)
  if (missing) throw new Error(`form message: ${missing}`)
  return found.map((record) => (record ? readRecord(String(record)) : undefined))
}

/** As `add` wrote it. */
function readRecord(json: string): StoredForm {
  return JSON.parse(json) as StoredForm
}
