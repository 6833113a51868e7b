// Moves messages from the stores of version 0.2, `outbox.sqlite` and the scripts' keys in Redis. For one release.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../shared/locale.ts'
import { openDatabase } from '../base/open-database.ts'
import type { Commands, RedisClient } from '../base/redis-client.ts'
import type { Clocks } from './clock-steps.ts'
import { type ChannelName, channelNames, leaseMs, type Message, type Store } from './message.ts'
import { readFlags } from './spam-flags.ts'

type MovesOptions = Clocks & {
  /** A local site has no upstream: what waited for one is stored. */
  config: { dataDir: string; apiBase: string }
  disk: Store
  redis: { client: RedisClient; store: Store } | undefined
}

/** A row of 0.2, in SQLite or as a hash. `path` ends with the form's name; `state` `stored`: of a local site. */
type Row = Record<string, unknown>
type Former = { key: string; rows: (Row & { channel: ChannelName })[] }

const everyMs = 10_000
const mostAtOnce = 100
const tables = { upstream: 'outbox', email: 'notify_email', webhook: 'notify_webhook' }

/** To be called often. Servers of 0.2 may run on, and an older version that is started again writes to its own stores. */
export function createMoves({ config, disk, redis, now, monotonic }: MovesOptions): () => Promise<void> {
  let movedAt = Number.NEGATIVE_INFINITY
  const moveTo = (store: Store) => (former: Former) => move(store, former, config.apiBase === '')
  return async () => {
    if (monotonic() - movedAt < everyMs) return
    movedAt = monotonic()
    await moveFile(join(config.dataDir, 'outbox.sqlite'), now(), moveTo(disk))
    if (!redis?.client.isUp()) return
    const moved = await moveKeys(redis.client, moveTo(redis.store))
    if (moved > 0) movedAt = Number.NEGATIVE_INFINITY
  }
}

/** Again after a crash: the key is known. A notification that was sent is left out. */
async function move(store: Store, { key, rows }: Former, isLocal: boolean): Promise<void> {
  const own = rows.filter(({ channel, state }) =>
    channel === 'upstream' ? state !== 'stored' && !isLocal : state !== 'delivered',
  )
  const channels = own.map(({ channel }) => channel)
  const added = await store.add(messageOf(key, rows), channels)
  if (added.kind !== 'added') return
  for (const { channel, state, status, answer } of own) {
    const response = { status: Number(status ?? 200), body: String(answer ?? '') }
    const claimed = { ...added.claimed, channel }
    if (state === 'delivered') await store.settle(claimed, { kind: 'delivered', response })
    if (state === 'refused') await store.settle(claimed, { kind: 'refused', reason: String(status ?? '') })
  }
}

/** The row of a delivered message has no text; that of another channel may have it still. */
function messageOf(key: string, rows: Row[]): Message {
  const row = rows.find(({ body }) => body) ?? {}
  return {
    key,
    form: decodeURIComponent(String(row['path']).split('/').at(-1) ?? ''),
    locale: row['locale'] as Locale,
    fingerprint: String(rows.find(({ fingerprint }) => fingerprint)?.['fingerprint'] ?? ''),
    flags: readFlags(String(row['flags'])),
    fields: String(row['body']),
    received: Number(row['received_at']),
  }
}

type MoveOne = (former: Former) => Promise<void>

async function moveFile(file: string, now: number, moveOne: MoveOne): Promise<void> {
  if (!existsSync(file)) return
  const database = openDatabase(file, '', true)
  try {
    const all = channelNames.map((channel) => `select '${channel}' as channel, * from ${tables[channel]}`)
    // The others are keys of delivered messages, or in the hands of a server of 0.2.
    const sql = `select * from (${all.join(' union all ')}) where key in (select key from (${all.join(' union all ')})
      group by key having max(state <> 'delivered') and not max(state = 'waiting' and next_at between ?1 and ?2))`
    // Written by 0.2.
    const rows = database.prepare(sql).all(now, now + leaseMs) as Former['rows']
    const formers = Object.entries(Object.groupBy(rows, ({ key }) => String(key)))
    await Promise.all(formers.map(([key, rows = []]) => moveOne({ key, rows })))
    const gone = JSON.stringify(formers.map(([key]) => key))
    for (const table of formers.length > 0 ? Object.values(tables) : [])
      database.prepare(`delete from ${table} where key in (select value from json_each(?))`).run(gone)
  } finally {
    database.close()
  }
}

const root = '{site-forms:1}'
const rootOf = { upstream: root, email: `${root}:notify-email`, webhook: `${root}:notify-webhook` }
const roots = channelNames.map((channel) => rootOf[channel])
const waiting = roots.map((one) => `${one}:waiting`)
const sets = [...waiting, ...roots.map((one) => `${one}:refused`), `${root}:stored-keys`]
const commandMs = 5000

async function moveKeys(redis: RedisClient, moveOne: MoveOne): Promise<number> {
  const keys = await redis.runApart(commandMs, lease)
  for (const key of keys) {
    const hashes = await redis.run(commandMs, (client) =>
      Promise.all(roots.map((one) => client.hgetall(`${one}:key:${key}`))),
    )
    const rows = channelNames.map((channel, at) => ({ ...hashes[at], channel }) as Former['rows'][number])
    const there = rows.filter(({ state }) => state)
    if (there.length > 0) await moveOne({ key, rows: there })
    await redis.run(commandMs, async (client) => {
      const multi = client.multi().del(...roots.map((one) => `${one}:key:${key}`))
      for (const set of sets) multi.zrem(set, key)
      await multi.exec()
    })
  }
  return keys.length
}

/** Leases keys, as a server of 0.2 does; none where such a server has changed one of the sets meanwhile. */
async function lease(client: Commands): Promise<string[]> {
  await client.watch(...waiting)
  const now = Number((await client.time())[0]) * 1000
  const end = now + leaseMs
  const leased = await Promise.all(waiting.map((set) => client.zrangebyscore(set, `(${now}`, end)))
  const all = await Promise.all(sets.map((set) => client.zrange(set, '0', String(mostAtOnce - 1))))
  const keys = [...new Set(all.flat())].filter((key) => !leased.flat().includes(key)).slice(0, mostAtOnce)
  const multi = client.multi()
  for (const key of keys) for (const set of waiting) multi.zadd(set, 'XX', end, key)
  return (await multi.exec()) ? keys : []
}
