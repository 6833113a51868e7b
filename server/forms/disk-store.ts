// Messages in SQLite: all that arrive in one turn of the event loop are one transaction, synced before they are acknowledged.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Locale } from '../../shared/locale.ts'
import { openDatabase, transaction } from '../base/open-database.ts'
import type { Added, ChannelName, Claimed, Delivery, Message, Outcome, Store } from './message.ts'
import {
  digestOf,
  keyLifetimeMs,
  leaseMs,
  readFlags,
  recordOf,
  referenceOf,
  storedResponse,
} from './message.ts'

type DiskStoreOptions = {
  /** Created with the first message. */
  file: string
  /** See stores.ts. */
  resumes: boolean
  now: () => number
  monotonic: () => number
}
type DiskStore = Store & { close: () => Promise<void> }
type Row = Record<string, SQLOutputValue>
type Sql = (text: string, ...values: SQLInputValue[]) => Row[]
type Addition = { message: Message; channels: ChannelName[]; formerKey: string | undefined }

const version = 1
/** `settled`: when all channels had it, in milliseconds since 1970; then the text is gone. */
const schema = `
  create table if not exists message (
    id integer primary key, key text not null unique, reference text not null, received integer not null,
    fields text not null, flags text not null, form text not null, locale text not null, fingerprint text not null,
    digest text not null, settled integer
  ) strict;
  create table if not exists delivery (
    message integer not null references message on delete cascade, channel text not null, state text not null,
    attempts integer not null, next_at integer not null, last_error text not null, response text not null,
    primary key (message, channel)
  ) strict, without rowid;
  create index if not exists delivery_due on delivery (channel, state, next_at);
  create index if not exists message_settled on message (settled);
  pragma user_version = ${version};`

/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

export function createDiskStore({ file, now, monotonic, resumes }: DiskStoreOptions): DiskStore {
  let database: DatabaseSync | undefined
  let additions: (Addition & PromiseWithResolvers<Added>)[] = []
  let [isResumed, isClosed] = [!resumes, false]
  let clockOffset = now() - monotonic()

  /** A file that does not exist is created where it `isNeeded`. After a failure the next call opens a new connection. */
  const use = <T>(isNeeded: boolean, work: (sql: Sql, database: DatabaseSync) => T): T | undefined => {
    if (isClosed) throw new Error('messages on the disk: closed')
    try {
      const opened = database ?? openDatabase(file, '', isNeeded)
      if (!opened) return undefined
      const sql: Sql = (text, ...values) => opened.prepare(text).all(...values)
      if (!database) createTables(sql, opened)
      database = opened
      maintain(sql)
      return work(sql, opened)
    } catch (error) {
      close()
      throw error
    }
  }
  const read = async <T>(otherwise: T, work: (sql: Sql) => T): Promise<T> => use(false, work) ?? otherwise
  const close = () => {
    database?.close()
    database = undefined
  }

  const maintain = (sql: Sql) => {
    if (!isResumed) sql(`update delivery set next_at = 0 where state = 'waiting'`)
    isResumed = true
    const step = Math.round(now() - monotonic() - clockOffset)
    if (Math.abs(step) < smallestStepMs) return
    clockOffset += step
    // When the wall clock is set, times of waiting deliveries are shifted with it, so that pauses and ages stay right.
    sql(`update delivery set next_at = next_at + ? where state = 'waiting'`, step)
    const waits = `select message from delivery where state = 'waiting'`
    sql(`update message set received = received + ? where id in (${waits})`, step)
  }

  /** Only this is synced: after a power failure an attempt without its outcome is repeated under its key. */
  const flush = () => {
    const all = additions
    additions = []
    try {
      use(true, (sql, opened) => {
        sql('pragma synchronous = full')
        const results = transaction(opened, () => all.map((one) => insert(sql, one, now())))
        sql('pragma synchronous = normal')
        for (const [at, result] of results.entries()) all[at]?.resolve(result)
      })
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  return {
    name: 'disk',
    add(message, channels, formerKey) {
      const done = Promise.withResolvers<Added>()
      if (additions.push({ message, channels, formerKey, ...done }) === 1) setImmediate(flush)
      return done.promise
    },
    claim: (channel, most) =>
      read([], (sql) => {
        const due = `select message from delivery where channel = ?2 and state = 'waiting' and next_at <= ?3
          order by next_at limit ?4`
        const lease = `update delivery set next_at = ?1, attempts = attempts + 1 where channel = ?2
          and message in (${due}) returning message, attempts`
        return sql(lease, now() + leaseMs, channel, now(), most).flatMap(({ message = null, attempts }) =>
          sql('select * from message where id = ?', message).map((row) => {
            return { message: messageOf(row), channel, attempts: Number(attempts) }
          }),
        )
      }),
    settle: async (claimed, outcome, pauseMs) =>
      use(false, (sql, opened) => transaction(opened, () => settle(sql, claimed, outcome, now(), pauseMs))),
    usage: (channel) =>
      read({ waiting: 0, refused: 0, oldestMs: 0 }, (sql) => {
        const waits = `filter (where state = 'waiting')`
        const [row] = sql(
          `select count(*) ${waits} as waiting, count(*) - count(*) ${waits} as refused, min(received) ${waits} as oldest
          from delivery join message on id = message where channel = ? and state in ('waiting', 'refused')`,
          channel,
        )
        const oldestMs = Math.max(0, now() - Number(row?.['oldest'] ?? now()))
        return { waiting: Number(row?.['waiting']), refused: Number(row?.['refused']), oldestMs }
      }),
    list: () =>
      read([], (sql) => {
        const delivery = `json_object('channel', channel, 'state', state, 'error', last_error)`
        const rows = sql(`select *, (select json_group_array(${delivery}) from delivery where message = id)
          as deliveries from message where settled is null order by received, id`)
        // Written by this statement.
        const deliveriesOf = (row: Row) => JSON.parse(String(row['deliveries'])) as Delivery[]
        return rows.map((row) => ({ ...messageOf(row), deliveries: deliveriesOf(row) }))
      }),
    retry: (channel, key) =>
      read(0, (sql) => {
        const text = `update delivery set state = 'waiting', attempts = 0, next_at = 0 where channel = ?1 and
          state <> 'delivered' and (?2 is null or message = (select id from message where key = ?2)) returning 1`
        return sql(text, channel, key ?? null).length
      }),
    drop: (before) =>
      read(0, (sql) => {
        sql('delete from message where settled < ?', now() - keyLifetimeMs)
        const text = `delete from message where received < ? and settled is null and not exists (select 1 from delivery
          where message = id and channel = 'upstream' and state = 'waiting') returning 1`
        return sql(text, before).length
      }),
    async close() {
      isClosed = true
      close()
    },
  }
}

function createTables(sql: Sql, database: DatabaseSync): void {
  const found = Number(sql('pragma user_version')[0]?.['user_version'])
  if (found > version) {
    database.close()
    throw new Error(`messages.sqlite: expected version ${version} of its tables, found ${found}`)
  }
  database.exec(schema)
}

function insert(sql: Sql, { message, channels, formerKey }: Addition, now: number): Added {
  const { key, received, fields, flags, form, locale, fingerprint } = message
  const digest = digestOf(message)
  const find = `select key, digest, response from message left join delivery on message = id and channel = 'upstream'
    where key in (?1, ?2) order by key = ?1`
  const [known] = sql(find, key, formerKey ?? key)
  if (known?.['key'] === key && known['digest'] !== digest) return { kind: 'key reused' }
  if (known) return { kind: 'known', key: String(known['key']), response: storedResponse(known['response']) }
  const row = [key, referenceOf(key), received, fields, flags.join(' '), form, locale, fingerprint, digest]
  const [inserted] = sql(
    'insert into message values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?, null) returning id',
    ...row,
  )
  const dueAt = channels.includes('upstream') ? now + leaseMs : now
  for (const channel of channels) {
    const delivery = [inserted?.['id'] ?? null, channel, channel === 'upstream' ? 1 : 0, dueAt]
    sql(`insert into delivery values (?, ?, 'waiting', ?, ?, '', '')`, ...delivery)
  }
  return { kind: 'added', claimed: { message, channel: 'upstream', attempts: 1 } }
}

/** Without an effect on a message that was deleted while it was sent. */
function settle(
  sql: Sql,
  { message, channel }: Claimed,
  outcome: Outcome,
  now: number,
  pauseMs: number,
): void {
  const { key } = message
  if (outcome.kind === 'returned') return void sql('delete from message where key = ?', key)
  const ofMessage = 'message = (select id from message where key = ?)'
  const { error, response } = recordOf(outcome)
  const state = outcome.kind === 'failed' ? 'waiting' : outcome.kind
  const set = `update delivery set state = ?, next_at = ?, last_error = ?, response = ?`
  sql(
    `${set} where state = 'waiting' and channel = ? and ${ofMessage}`,
    state,
    now + pauseMs,
    error,
    response,
    channel,
    key,
  )
  const others = `channel <> 'upstream' and attempts = 0`
  if (channel === 'upstream')
    sql(`update delivery set next_at = ? where ${others} and ${ofMessage}`, now, key)
  const isSettled = `exists (select 1 from delivery where message = id and channel = 'upstream')
    and not exists (select 1 from delivery where message = id and state <> 'delivered')`
  sql(
    `update message set fields = '', fingerprint = '', settled = ? where key = ? and ${isSettled}`,
    now,
    key,
  )
}

/** A row that `insert` has written. */
function messageOf(row: Row): Message {
  const text = (name: string) => String(row[name])
  return {
    key: text('key'),
    form: text('form'),
    locale: text('locale') as Locale,
    fingerprint: text('fingerprint'),
    flags: readFlags(text('flags')),
    fields: text('fields'),
    received: Number(row['received']),
  }
}
