// Messages in SQLite: all that arrive in one turn of the event loop are one transaction, synced before they are acknowledged.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
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

/** `file`: created with the first message. `resumes`: see stores.ts. */
type DiskStoreOptions = { file: string; resumes: boolean; now: () => number; monotonic: () => number }
type Row = Record<string, SQLOutputValue>
/** A statement may use some of the values: `:key`. */
type Sql = (text: string, values?: Record<string, SQLInputValue>) => Row[]
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

const messageColumns = 'id, key, form, locale, fingerprint, fields, received, flags'
const ofMessage = 'message = (select id from message where key = :key)'
/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

export function createDiskStore({ file, resumes, now, monotonic }: DiskStoreOptions) {
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
      const sql: Sql = (text, values = {}) => {
        const statement = opened.prepare(text)
        statement.setAllowUnknownNamedParameters(true)
        return statement.all(values)
      }
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
    sql(`update delivery set next_at = next_at + :step where state = 'waiting'`, { step })
    const waits = `select message from delivery where state = 'waiting'`
    sql(`update message set received = received + :step where id in (${waits})`, { step })
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

  const store: Store = {
    name: 'disk',
    add(message, channels, formerKey) {
      const done = Promise.withResolvers<Added>()
      if (additions.push({ message, channels, formerKey, ...done }) === 1) setImmediate(flush)
      return done.promise
    },
    claim: (channel, most) =>
      read([], (sql) => {
        const due = `select message from delivery where channel = :channel and state = 'waiting' and next_at <= :now
          order by next_at limit :most`
        const lease = `update delivery set next_at = :leased, attempts = attempts + 1 where channel = :channel
          and message in (${due}) returning message as id, attempts`
        const claimed = sql(lease, { channel, most, now: now(), leased: now() + leaseMs })
        return claimed.flatMap(({ id = null, attempts }) =>
          sql(`select ${messageColumns} from message where id = :id`, { id }).map((row) => {
            return { message: messageOf(row), channel, attempts: Number(attempts) }
          }),
        )
      }),
    settle: async (claimed, outcome, pauseMs) =>
      use(false, (sql, opened) => transaction(opened, () => settle(sql, claimed, outcome, now(), pauseMs))),
    usage: (channel) =>
      read({ waiting: 0, refused: 0, oldestMs: 0 }, (sql) => {
        const waits = `filter (where state = 'waiting')`
        const columns = `count(*) ${waits} as waiting, count(*) as undelivered, min(received) ${waits} as oldest`
        const from = `delivery join message on id = message where channel = :channel and state in ('waiting', 'refused')`
        const [{ waiting, undelivered, oldest } = {}] = sql(`select ${columns} from ${from}`, { channel })
        const oldestMs = Math.max(0, now() - Number(oldest ?? now()))
        return { waiting: Number(waiting), refused: Number(undelivered) - Number(waiting), oldestMs }
      }),
    list: () =>
      read([], (sql) => {
        const delivery = `json_object('channel', channel, 'state', state, 'error', last_error)`
        const deliveries = `(select json_group_array(${delivery}) from delivery where message = id) as deliveries`
        const unsettled = 'from message where settled is null order by received, id'
        return sql(`select ${messageColumns}, ${deliveries} ${unsettled}`).map(({ deliveries, ...row }) => {
          // Written by this statement.
          return { ...messageOf(row), deliveries: JSON.parse(String(deliveries)) as Delivery[] }
        })
      }),
    retry: (channel, key) =>
      read(0, (sql) => {
        const text = `update delivery set state = 'waiting', attempts = 0, next_at = 0 where channel = :channel and
          state <> 'delivered' and (:key is null or ${ofMessage}) returning 1`
        return sql(text, { channel, key: key ?? null }).length
      }),
    drop: (before) =>
      read(0, (sql) => {
        sql('delete from message where settled < :expired', { expired: now() - keyLifetimeMs })
        const text = `delete from message where received < :before and settled is null and not exists (select 1
          from delivery where message = id and channel = 'upstream' and state = 'waiting') returning 1`
        return sql(text, { before }).length
      }),
  }
  return {
    ...store,
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

function insert(sql: Sql, { message, channels, formerKey = message.key }: Addition, now: number): Added {
  const { key } = message
  const digest = digestOf(message)
  const find = `select key, digest, response from message left join delivery on message = id and channel = 'upstream'
    where key in (:key, :formerKey) order by key = :key`
  const [known] = sql(find, { key, formerKey })
  if (known?.['key'] === key && known['digest'] !== digest) return { kind: 'key reused' }
  if (known) return { kind: 'known', key: String(known['key']), response: storedResponse(known['response']) }
  const columns = ':key, :reference, :received, :fields, :flags, :form, :locale, :fingerprint, :digest'
  const values = { ...message, reference: referenceOf(key), flags: message.flags.join(' '), digest }
  sql(`insert into message values (null, ${columns}, null)`, values)
  const dueAt = channels.includes('upstream') ? now + leaseMs : now
  for (const channel of channels) {
    const attempts = channel === 'upstream' ? 1 : 0
    const row = `id, :channel, 'waiting', :attempts, :dueAt, '', ''`
    sql(`insert into delivery select ${row} from message where key = :key`, { key, channel, attempts, dueAt })
  }
  return { kind: 'added', claimed: { message, channel: 'upstream', attempts: 1 } }
}

/** Without an effect on a message that was deleted while it was sent. */
function settle(sql: Sql, claimed: Claimed, outcome: Outcome, now: number, pauseMs: number): void {
  const { message, channel } = claimed
  const state = outcome.kind === 'failed' ? 'waiting' : outcome.kind
  const values = { key: message.key, channel, state, ...recordOf(outcome), now, next: now + pauseMs }
  if (outcome.kind === 'returned') return void sql('delete from message where key = :key', values)
  const set = 'state = :state, next_at = :next, last_error = :error, response = :response'
  sql(`update delivery set ${set} where state = 'waiting' and channel = :channel and ${ofMessage}`, values)
  const others = `channel <> 'upstream' and attempts = 0`
  if (channel === 'upstream')
    sql(`update delivery set next_at = :now where ${others} and ${ofMessage}`, values)
  const isSettled = `exists (select 1 from delivery where message = id and channel = 'upstream')
    and not exists (select 1 from delivery where message = id and state <> 'delivered')`
  sql(
    `update message set fields = '', fingerprint = '', settled = :now where key = :key and ${isSettled}`,
    values,
  )
}

/** Of `messageColumns`, as `insert` has written them. */
function messageOf(row: Row): Message {
  return { ...(row as Omit<Message, 'flags'>), flags: readFlags(String(row['flags'])) }
}
