// Moves messages from the stores of version 0.2, `outbox.sqlite` and the scripts' keys in Redis. For one release.
import { existsSync } from 'node:fs'
import type { Locale } from '../../shared/locale.ts'
import { openDatabase } from '../base/open-database.ts'
import type { Commands, RedisClient } from '../base/redis-client.ts'
import { type ChannelName, channelNames, leaseMs, type Message, readFlags, type Store } from './message.ts'

/** A row of 0.2, in SQLite or as a hash. `path` ends with the form's name; `state` `stored`: of a local site. */
type Row = Record<string, unknown> & { channel: ChannelName }

const mostAtOnce = 100
const commandMs = 5000
const tables = { upstream: 'outbox', email: 'notify_email', webhook: 'notify_webhook' }
const root = '{site-forms:1}'
const roots = { upstream: root, email: `${root}:notify-email`, webhook: `${root}:notify-webhook` }
const waiting = channelNames.map((channel) => `${roots[channel]}:waiting`)
const sets = [
  ...waiting,
  ...channelNames.map((channel) => `${roots[channel]}:refused`),
  `${root}:stored-keys`,
]

/** Again after a crash: the key is known. A notification that was sent is left out. */
async function move(store: Store, isLocal: boolean, key: string, rows: Row[]): Promise<void> {
  const own = rows.filter(({ channel, state }) =>
    channel === 'upstream' ? state !== 'stored' && !isLocal : state !== 'delivered',
  )
  const channels = own.map(({ channel }) => channel)
  const added = await store.add(messageOf(key, rows), channels)
  if (added.kind !== 'added') return
  for (const { channel, state, status, answer } of own) {
    const claimed = { ...added.claimed, channel }
    const response = { status: Number(status ?? 200), body: String(answer ?? '') }
    if (state === 'delivered') await store.settle(claimed, { kind: 'delivered', response }, 0)
    if (state === 'refused') await store.settle(claimed, { kind: 'refused', reason: String(status ?? '') }, 0)
  }
}

/** The row of a delivered message has no text; that of another channel may have it still. */
function messageOf(key: string, rows: Row[]): Message {
  const row = rows.find(({ body }) => body) ?? rows[0]
  return {
    key,
    form: decodeURIComponent(String(row?.['path']).split('/').at(-1) ?? ''),
    locale: row?.['locale'] as Locale,
    fingerprint: String(rows.find(({ fingerprint }) => fingerprint)?.['fingerprint'] ?? ''),
    flags: readFlags(String(row?.['flags'])),
    fields: String(row?.['body']),
    received: Number(row?.['received_at']),
  }
}

/** `isLocal`: without an upstream, what waited for one is stored. */
export async function moveFile(file: string, disk: Store, isLocal: boolean, now: number): Promise<void> {
  if (!existsSync(file)) return
  const database = openDatabase(file, '', true)
  try {
    const all = channelNames.map((channel) => `select '${channel}' as channel, * from ${tables[channel]}`)
    // The others are keys of delivered messages, or in the hands of a server of 0.2.
    const sql = `with everything as (${all.join(' union all ')}) select * from everything where key in (select key
      from everything group by key having max(state <> 'delivered') and not max(state = 'waiting' and next_at between ? and ?))`
    // Written by 0.2.
    const rows = database.prepare(sql).all(now, now + leaseMs) as Row[]
    const messages = Object.entries(Object.groupBy(rows, ({ key }) => String(key)))
    await Promise.all(messages.map(([key, rows = []]) => move(disk, isLocal, key, rows)))
    const moved = JSON.stringify(messages.map(([key]) => key))
    for (const table of messages.length > 0 ? Object.values(tables) : [])
      database.prepare(`delete from ${table} where key in (select value from json_each(?))`).run(moved)
  } finally {
    database.close()
  }
}

/** Resolves with the number of keys; there may be more. */
export async function moveKeys(redis: RedisClient, store: Store, isLocal: boolean): Promise<number> {
  const keys = await redis.runApart(commandMs, lease)
  for (const key of keys) {
    const names = channelNames.map((channel) => `${roots[channel]}:key:${key}`)
    const rows = await redis.run(commandMs, (client) =>
      Promise.all(names.map((name) => client.hgetall(name))),
    )
    const named = rows.map((row, at): Row => ({ ...row, channel: channelNames[at] ?? 'upstream' }))
    const found = named.filter(({ state }) => state)
    if (found.length > 0) await move(store, isLocal, key, found)
    await redis.run(commandMs, async (client) => {
      const multi = client.multi().del(...names)
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
