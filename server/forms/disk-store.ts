// Messages in SQLite.
import { existsSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Time } from '../app-context.ts'
import { openDatabase, transaction } from '../base/open-database.ts'
import { keyLifetimeMs, leaseMs, type Message, type Store } from './message.ts'

type Values = Record<string, SQLInputValue>
/** A statement may use some of the values: `:key`. */
type Sql = (text: string, values?: Values) => Record<string, SQLOutputValue>[]

const version = 1
/** `next_at`: by the monotonic clock, which nobody sets. A message that all channels have has no `fields`. */
const schema = `
  create table if not exists message (
    id integer primary key, key text not null unique, reference text not null, received integer not null,
    fields text not null, flags text not null, form text not null, locale text not null, fingerprint text not null,
    digest text not null
  ) strict;
  create table if not exists delivery (
    message integer not null references message on delete cascade, channel text not null, state text not null,
    attempts integer not null, next_at integer not null, last_error text not null, primary key (message, channel)
  ) strict, without rowid;
  create index if not exists delivery_due on delivery (channel, state, next_at);
  create index if not exists message_delivered on message (received) where fields = '';
  pragma user_version = ${version};`

const ofKey = 'message = (select id from message where key = :key)'

/** `file`: created with the first message. `resumes`: see stores.ts. */
export function createDiskStore(
  file: string,
  resumes: boolean,
  { now, monotonic }: Pick<Time, 'now' | 'monotonic'>,
) {
  let database: DatabaseSync | undefined
  let isResumed = !resumes
  const time = () => Math.round(monotonic())

  const open = (isNeeded: boolean) => {
    const opened = isNeeded || existsSync(file) ? openDatabase(file) : undefined
    const found = Number(opened?.prepare('pragma user_version').get()?.['user_version'])
    if (found > version) {
      opened?.close()
      throw new Error(`messages.sqlite: expected version ${version} of its tables, found ${found}`)
    }
    opened?.exec(schema)
    if (!isResumed) opened?.exec(`update delivery set next_at = 0 where state = 'waiting'`)
    isResumed ||= opened !== undefined
    return opened
  }
  const close = () => {
    database?.close()
    database = undefined
  }
  /** `otherwise`: of a file that does not exist and is not needed. After a failure the next call opens a new connection. */
  const use = <T>(otherwise: T, work: (sql: Sql) => T, isNeeded = false): T => {
    try {
      database ??= open(isNeeded)
      const opened = database
      if (!opened) return otherwise
      // A new message alone is synced: after a power failure an attempt without its outcome is repeated under its key.
      opened.exec(`pragma synchronous = ${isNeeded ? 'full' : 'normal'}`)
      const sql: Sql = (text, values = {}) => {
        const statement = opened.prepare(text)
        statement.setAllowUnknownNamedParameters(true)
        return statement.all(values)
      }
      return transaction(opened, () => work(sql))
    } catch (error) {
      close()
      throw error
    }
  }

  return {
    name: 'disk',
    close,
    add: async (message, pauseMs) => {
      const write = (sql: Sql) => {
        sql(`delete from message where fields = '' and received < :old`, { old: now() - keyLifetimeMs })
        const [earlier] = read(sql, 'key = :key', { key: message.key })
        if (!earlier) insert(sql, message, time() + pauseMs)
        return earlier
      }
      return use(undefined, write, true)
    },
    claim: async (channel, most) =>
      use([], (sql) => {
        const due = `select message from delivery where channel = :channel and state = 'waiting' and next_at <= :now
          order by next_at limit :most`
        const lease = `update delivery set next_at = :leased, attempts = attempts + 1 where channel = :channel
          and message in (${due}) returning message as id, attempts`
        const claimed = sql(lease, { channel, most, now: time(), leased: time() + leaseMs })
        return claimed.flatMap(({ id = null, attempts }) =>
          read(sql, 'id = :id', { id }).map((message) => ({ message, attempts: Number(attempts) })),
        )
      }),
    put: async (key, delivery, pauseMs) =>
      use(undefined, (sql) => {
        const set = 'state = :state, attempts = :attempts, next_at = :next, last_error = :error'
        const where = `state <> 'delivered' and channel = :channel and ${ofKey}`
        sql(`update delivery set ${set} where ${where}`, { ...delivery, key, next: time() + pauseMs })
      }),
    get: async (key) => use([], (sql) => read(sql, 'key = :key', { key }))[0],
    list: async () => use([], (sql) => read(sql, `fields <> ''`)),
    clear: async (key) =>
      use(
        undefined,
        (sql) => void sql(`update message set fields = '', fingerprint = '' where key = :key`, { key }),
      ),
    remove: async (key) => use(undefined, (sql) => void sql('delete from message where key = :key', { key })),
    usage: async (channel) =>
      use({ waiting: 0, refused: 0, oldestMs: 0 }, (sql) => {
        const columns = `count(*) filter (where state = 'waiting') as waiting,
          count(*) filter (where state = 'refused') as refused, min(received) filter (where state = 'waiting') as oldest`
        const from = `delivery join message on id = message where channel = :channel and state in ('waiting', 'refused')`
        const [{ waiting, refused, oldest } = {}] = sql(`select ${columns} from ${from}`, { channel })
        const oldestMs = Math.max(0, now() - Number(oldest ?? now()))
        return { waiting: Number(waiting), refused: Number(refused), oldestMs }
      }),
  } satisfies Store & { close: () => void }
}

function insert(sql: Sql, { deliveries, ...row }: Message, dueAt: number): void {
  const columns = ':key, :reference, :received, :fields, :flags, :form, :locale, :fingerprint, :digest'
  sql(`insert into message values (null, ${columns})`, row)
  const text = `insert into delivery select id, :channel, :state, :attempts, :dueAt, :error from message where key = :key`
  for (const delivery of deliveries) sql(text, { ...delivery, key: row.key, dueAt })
}

function read(sql: Sql, where: string, values: Values = {}): Message[] {
  const delivery = `json_object('channel', channel, 'state', state, 'attempts', attempts, 'error', last_error)`
  const deliveries = `(select json_group_array(${delivery}) from delivery where message = id) as deliveries`
  const text = `select *, ${deliveries} from message where ${where} order by received, id`
  // As `insert` and `put` have written them.
  return sql(text, values).map((row) => {
    return { ...(row as Omit<Message, 'deliveries'>), deliveries: JSON.parse(String(row['deliveries'])) }
  })
}
