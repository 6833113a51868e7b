// Rows of an outbox in SQLite: adding, storing and settling a submission, with its copies for the notification channels.
import type { DatabaseSync } from 'node:sqlite'
import { type Added, type ChannelName, type Claimed, channelNames, responseToStore } from './outbox.ts'
import { knownOf, type Row, rowOf } from './outbox-rows.ts'
import { digestOf, type Outcome, pauseAfter, type Submission } from './submission.ts'

type DiskRowsOptions = {
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
export function createDiskRows({ table, copies, now, leaseMs }: DiskRowsOptions) {
  const find = (database: DatabaseSync, key: string) =>
    rows(database, `select * from ${table} where key = ?`, key)[0]

  const insertAll = (database: DatabaseSync, submission: Submission, state: NewState, copiesAt: number) => {
    insert(database, table, submission, state)
    for (const copy of copies) {
      // An earlier submission under this key may have left a copy; its own row has expired.
      count(database, `delete from ${copy} where key = ? and state = 'delivered'`, submission.key)
      insert(database, copy, { ...submission, fingerprint: '' }, ['waiting', 0, copiesAt])
    }
    return 'added' as const
  }

  return {
    add(database: DatabaseSync, submission: Submission, formerKey: string | undefined): Added {
      const former = formerKey && find(database, formerKey)
      if (former) return knownOf(former)
      const first = find(database, submission.key)
      if (first) return first.digest === digestOf(submission) ? knownOf(first) : 'key reused'
      const dueAt = now() + leaseMs
      return insertAll(database, submission, ['waiting', 1, dueAt], dueAt)
    },

    store(database: DatabaseSync, submission: Submission): Added {
      const { key, body } = submission
      const first = find(database, key)
      if (!first) return insertAll(database, submission, ['stored', 0, 0], now())
      if (first.digest !== digestOf(submission)) return 'key reused'
      // The body of a delivered one is empty.
      const sql = `update ${table} set state = 'stored', body = ?, status = null, answer = null, settled_at = null
        where key = ? and state <> 'stored'`
      count(database, sql, body, key)
      return { key, state: 'stored' }
    },

    settle(database: DatabaseSync, { submission: { key }, attempts }: Claimed, outcome: Outcome): void {
      if (settleRow(database, table, key, outcome, { now: now(), attempts }) === 0) return
      // After the first attempt the channels may send, unless the visitor was shown a rejection.
      for (const copy of copies) {
        if (outcome.kind === 'returned')
          count(database, `delete from ${copy} where key = ? and state = 'waiting'`, key)
        else count(database, `update ${copy} set next_at = ? where key = ? and attempts = 0`, now(), key)
      }
    },
  }
}

type NewState = [state: 'waiting' | 'stored', attempts: number, nextAt: number]

function insert(database: DatabaseSync, table: string, submission: Submission, state: NewState): void {
  const row = [...rowOf(submission), ...state]
  const placeholders = Array.from(row, () => '?').join(', ')
  const sql = `insert into ${table} values (${placeholders}, null, null, null) on conflict (key) do nothing`
  count(database, sql, ...row)
}

type Time = { now: number; attempts: number }

/** The number of changed rows: 0 where the submission does not wait any more. */
function settleRow(database: DatabaseSync, table: string, key: string, outcome: Outcome, time: Time): number {
  const change = (sql: string, ...values: (string | number)[]) =>
    count(database, `${sql} where key = ? and state = 'waiting'`, ...values, key)
  if (outcome.kind === 'returned') return change(`delete from ${table}`)
  if (outcome.kind === 'failed') {
    const nextAt = time.now + (outcome.pauseMs ?? pauseAfter(time.attempts))
    return change(`update ${table} set next_at = ?`, nextAt)
  }
  const { status, body } = responseToStore(outcome.response)
  // Personal data is deleted once delivered; operators need the content of a refused submission.
  const emptied = outcome.kind === 'refused' ? '' : `, body = ''`
  const sql = `update ${table} set state = ?, status = ?, answer = ?, settled_at = ?, fingerprint = ''${emptied}`
  return change(sql, outcome.kind, status, body, time.now)
}
