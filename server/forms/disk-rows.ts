// Rows of an outbox in SQLite: adding, storing and settling a submission, with its copies for the notification channels.
import type { DatabaseSync } from 'node:sqlite'
import { type Added, type ChannelName, channelNames, responseToStore } from './outbox.ts'
import { knownOf, type Row, rowOf } from './outbox-rows.ts'
import { digestOf, type Outcome, pauseAfter, type Submission } from './submission.ts'

type Options = {
  table: string
  /** Tables of the channels that get a copy. */
  copies: string[]
  now: () => number
  leaseMs: number
}

export const tableOf = (channel: ChannelName | undefined) => (channel ? `notify_${channel}` : 'outbox')
const schemaOf = (table: string) => `
  create table if not exists ${table} (
    key text primary key, digest text not null, path text not null, locale text not null, fingerprint text not null,
    flags text not null, body text not null, received_at integer not null, state text not null,
    attempts integer not null, next_at integer not null, status integer, answer text, settled_at integer
  ) strict;
  create index if not exists ${table}_due on ${table} (state, next_at);`
export const schema = [undefined, ...channelNames].map((channel) => schemaOf(tableOf(channel))).join('')

export function rows(database: DatabaseSync, sql: string, ...values: (string | number)[]): Row[] {
  return database.prepare(sql).all(...values) as Row[]
}

/** The number of changed rows. */
export function count(database: DatabaseSync, sql: string, ...values: (string | number)[]): number {
  return Number(database.prepare(sql).run(...values).changes)
}

/** Each call belongs in a transaction. */
export function createDiskRows({ table, copies, now, leaseMs }: Options) {
  const find = (database: DatabaseSync, key: string) =>
    rows(database, `select * from ${table} where key = ?`, key)[0]

  const insert = (database: DatabaseSync, to: string, submission: Submission, state: InsertedState) => {
    const row = rowOf(submission)
    const placeholders = Array.from(row, () => '?').join(', ')
    const sql = `insert into ${to} values (${placeholders}, ?, ?, ?, null, null, null) on conflict (key) do nothing`
    count(database, sql, ...row, state.name, state.attempts, state.nextAt)
  }

  const insertCopies = (database: DatabaseSync, submission: Submission, nextAt: number) => {
    for (const copy of copies) {
      // Of an earlier submission under this key, whose row in this outbox has expired.
      count(database, `delete from ${copy} where key = ? and state = 'delivered'`, submission.key)
      insert(database, copy, { ...submission, fingerprint: '' }, { name: 'waiting', attempts: 0, nextAt })
    }
  }

  return {
    add(database: DatabaseSync, submission: Submission, formerKey: string | undefined): Added {
      const first = (formerKey && find(database, formerKey)) || find(database, submission.key)
      if (first) return first.key === formerKey || isSame(first, submission) ? knownOf(first) : 'key reused'
      insert(database, table, submission, { name: 'waiting', attempts: 1, nextAt: now() + leaseMs })
      insertCopies(database, submission, now() + leaseMs)
      return 'added'
    },

    store(database: DatabaseSync, submission: Submission, hasCopies: boolean): Added {
      const { key, body } = submission
      const first = find(database, key)
      if (!first) {
        insert(database, table, submission, { name: 'stored', attempts: 0, nextAt: 0 })
        if (hasCopies) insertCopies(database, submission, now())
        return 'added'
      }
      if (!isSame(first, submission)) return 'key reused'
      // The body of a delivered one is empty.
      const sql = `update ${table} set state = 'stored', body = ?, status = null, answer = null, settled_at = null
        where key = ? and state <> 'stored'`
      count(database, sql, body, key)
      return { key, state: 'stored' }
    },

    /** Whether it was waiting. */
    settle(database: DatabaseSync, key: string, attempts: number, outcome: Outcome): boolean {
      if (outcome.kind === 'failed') {
        const nextAt = now() + (outcome.pauseMs ?? pauseAfter(attempts))
        const sql = `update ${table} set next_at = ? where key = ? and state = 'waiting'`
        return count(database, sql, nextAt, key) === 1
      }
      if (outcome.kind === 'returned')
        return count(database, `delete from ${table} where key = ? and state = 'waiting'`, key) === 1
      const { status, body } = responseToStore(outcome.response)
      // Personal data is deleted once delivered; operators need the content of a refused submission.
      const emptied = outcome.kind === 'refused' ? '' : `, body = ''`
      const sql = `update ${table} set state = ?, status = ?, answer = ?, settled_at = ?, fingerprint = ''${emptied}
        where key = ? and state = 'waiting'`
      return count(database, sql, outcome.kind, status, body, now(), key) === 1
    },

    /** After the first attempt the channels may send, unless the visitor was shown a rejection. */
    releaseCopies(database: DatabaseSync, key: string, { kind }: Outcome): void {
      for (const copy of copies) {
        if (kind === 'returned')
          count(database, `delete from ${copy} where key = ? and state = 'waiting'`, key)
        else count(database, `update ${copy} set next_at = ? where key = ? and attempts = 0`, now(), key)
      }
    },
  }
}

type InsertedState = { name: 'waiting' | 'stored'; attempts: number; nextAt: number }

function isSame(row: Row, submission: Submission): boolean {
  return row.digest === digestOf(submission)
}
