// SQLite store of submitted forms: an acknowledged submission survives a crash.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../base/open-database.ts'

type Submission = { name: string; idempotencyKey: string | undefined; body: string; flags: string }
/** `receivedAt` is an ISO 8601 date; `idempotencyKey` is empty for a submission without one. */
export type StoredForm = {
  id: string
  name: string
  idempotencyKey: string
  body: string
  flags: string
  receivedAt: string
}

export type FormStore = {
  /** The new id, or the first one of the same key; throws or rejects when it is not stored. */
  save: (submission: Submission) => Saved | Promise<Saved>
  /** Oldest first. */
  list: () => StoredForm[] | Promise<StoredForm[]>
  /** Deletes what was received before a time, in milliseconds since 1970; returns the number. */
  drop: (before: number) => number | Promise<number>
  close: () => void | Promise<void>
}

type Saved = { id: string } | 'key reused'
/** In a file of this server. */
export type LocalFormStore = ReturnType<typeof createFormStore>

const schema = `create table if not exists submissions (
  id text primary key, name text not null, idempotency_key text unique, body text not null, received_at text not null,
  flags text not null default ''
) strict`

export const formsFile = (dataDir: string) => join(dataDir, 'forms.sqlite')

/** `dataFile` is created with the first submission; `:memory:` stores nothing on disk. `now` in milliseconds. */
export function createFormStore({ dataFile, now }: { dataFile: string; now: () => number }) {
  let database: DatabaseSync | undefined

  function close(): void {
    database?.close()
    database = undefined
  }

  function use<T>(work: (database: DatabaseSync) => T, isNeeded: boolean): T | undefined {
    try {
      database ??= open(dataFile, isNeeded)
      return database && work(database)
    } catch (error) {
      // The next submission opens a new connection: the disk may be available again.
      close()
      throw error
    }
  }

  return {
    save: (submission: Submission) => use((database) => insert(database, submission, now()), true)!,
    list: (): StoredForm[] =>
      use((database) => {
        const sql = `select id, name, coalesce(idempotency_key, '') as idempotencyKey, body, flags,
          received_at as receivedAt from submissions order by received_at, rowid`
        return database.prepare(sql).all() as StoredForm[]
      }, false) ?? [],
    /** Deletes those that are stored elsewhere, in one write. */
    remove: (ids: string[]): void => {
      const sql = 'delete from submissions where id in (select value from json_each(?))'
      use((database) => database.prepare(sql).run(JSON.stringify(ids)), false)
    },
    drop: (before: number): number =>
      use((database) => {
        const sql = 'delete from submissions where received_at < ?'
        return Number(database.prepare(sql).run(new Date(before).toISOString()).changes)
      }, false) ?? 0,
    close,
  }
}

function open(dataFile: string, isNeeded: boolean): DatabaseSync | undefined {
  const database = openDatabase(dataFile, schema, isNeeded)
  const columns = database
    ?.prepare(`select 1 from pragma_table_info('submissions') where name = 'flags'`)
    .all()
  // Files of earlier versions have no flags.
  if (columns?.length === 0)
    database?.exec(`alter table submissions add column flags text not null default ''`)
  return database
}

function insert(database: DatabaseSync, submission: Submission, now: number): Saved {
  const { name, idempotencyKey, body, flags } = submission
  const id = randomUUID()
  const sql = `insert into submissions (id, name, idempotency_key, body, received_at, flags) values (?, ?, ?, ?, ?, ?)
    on conflict (idempotency_key) do nothing`
  const received = new Date(now).toISOString()
  const { changes } = database.prepare(sql).run(id, name, idempotencyKey ?? null, body, received, flags)
  if (changes === 1) return { id }
  const first = database
    .prepare('select id, name, body from submissions where idempotency_key = ?')
    .get(idempotencyKey ?? null)
  return first?.name === name && first.body === body ? { id: String(first.id) } : 'key reused'
}
