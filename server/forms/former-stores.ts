// Moves messages from the stores of version 0.2, `outbox.sqlite` and the scripts' keys in Redis. For one release.
import { existsSync } from 'node:fs'
import type { Locale } from '../../shared/locale.ts'
import { openDatabase } from '../base/open-database.ts'
import { type Commands, execute, type RedisClient, timeOf } from '../cache/redis-client.ts'
import { channelNames, createMessage, type Delivery, leaseMs, type Store } from './message.ts'

/** A row of 0.2, in SQLite or as a hash. `path` ends with the form's name; `state` `stored`: of a local site. */
type Row = Record<string, unknown> & Pick<Delivery, 'channel'> & { state: Delivery['state'] | 'stored' }

const mostAtOnce = 1000
const commandMs = 5000
const tables = { upstream: 'outbox', email: 'notify_email', webhook: 'notify_webhook' }
const root = '{site-forms:1}'
const roots = { upstream: root, email: `${root}:notify-email`, webhook: `${root}:notify-webhook` }
const waiting = channelNames.map((channel) => `${roots[channel]}:waiting`)
const refused = channelNames.map((channel) => `${roots[channel]}:refused`)
const sets = [...waiting, ...refused, `${root}:stored-keys`]

/** Again after a crash the key is known. The row of a delivered message has no text; that of another channel may have it still. */
async function move(store: Store, isLocal: boolean, key: string, rows: Row[]): Promise<void> {
  const deliveries = rows.flatMap(({ channel, state, attempts, status }): Delivery[] =>
    state === 'stored' || (isLocal && channel === 'upstream')
      ? []
      : [{ channel, state, attempts: Number(attempts), error: String(status ?? '') }],
  )
  const row = rows.find(({ body }) => body) ?? rows[0]
  const message = createMessage({
    key,
    form: decodeURIComponent(String(row?.['path']).split('/').at(-1) ?? ''),
    locale: row?.['locale'] as Locale,
    fingerprint: String(rows.find(({ fingerprint }) => fingerprint)?.['fingerprint'] ?? ''),
    flags: String(row?.['flags']),
    fields: String(row?.['body']),
    received: Number(row?.['received_at']),
    deliveries,
  })
  await store.add(message, 0)
}

/** `isLocal`: without an upstream, what waited for one is stored. */
export async function moveFile(file: string, disk: Store, isLocal: boolean, now: number): Promise<void> {
  if (!existsSync(file)) return
  const database = openDatabase(file)
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

export async function moveKeys(redis: RedisClient, store: Store, isLocal: boolean): Promise<void> {
  const run = <T>(work: (client: Commands) => Promise<T>) => redis.run(work, commandMs)
  const last = String(mostAtOnce - 1)
  const keys = await run((client) => Promise.all(sets.map((set) => client.zrange(set, '0', last))))
  for (const key of new Set(keys.flat())) {
    if (!(await run((client) => lease(client, key)))) continue
    const names = channelNames.map((channel) => `${roots[channel]}:key:${key}`)
    const rows = await run((client) => Promise.all(names.map((name) => client.hgetall(name))))
    // Written by 0.2.
    const found = rows.flatMap((row, at) =>
      row['state'] ? ({ ...row, channel: channelNames[at] } as Row) : [],
    )
    if (found.length > 0) await move(store, isLocal, key, found)
    await run(async (client) => {
      const multi = client.multi().del(...names)
      for (const set of sets) multi.zrem(set, key)
      await execute(multi)
    })
  }
}

/** Leases a message like a server of 0.2. False where another server has leased the key. */
async function lease(client: Commands, key: string): Promise<boolean> {
  const now = await timeOf(client)
  const isLeased = (score: unknown) => Number(score) > now && Number(score) <= now + leaseMs
  const scores = await Promise.all(waiting.map((set) => client.zscore(set, key)))
  if (scores.some(isLeased)) return false
  const multi = client.multi()
  for (const set of waiting) multi.zscore(set, key).zadd(set, 'XX', now + leaseMs, key)
  return !(await execute(multi)).some(isLeased)
}
