// Disk outbox: a SQLite file, synced to the disk before a submission is acknowledged.
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../base/open-database.ts'
import {
  type Added,
  leaseMs as defaultLeaseMs,
  keyLifetimeMs,
  type Outbox,
  responseToStore,
} from './outbox.ts'
import { claimedOf, knownOf, type Row, rowOf, storedOf } from './outbox-rows.ts'
import { digestOf, type Outcome, pauseAfter, type Submission } from './submission.ts'

type Options = {
  file: string
  /** Milliseconds since 1970; the clock may be set while the process runs. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** After a restart: leases of the previous process are void, and all waiting submissions are due. */
  resume?: boolean
  leaseMs?: number
}

const schema = `
  create table if not exists outbox (
    key text primary key, digest text not null, path text not null, locale text not null, fingerprint text not null,
    flags text not null, body text not null, received_at integer not null, state text not null,
    attempts integer not null, next_at integer not null, status integer, answer text, settled_at integer
  ) strict;
  create index if not exists outbox_due on outbox (state, next_at)`
const expireEveryMs = 3_600_000
/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

/** The file is created with the first submission. */
export function createDiskOutbox(options: Options): Outbox {
  const { file, now, monotonic, resume = false, leaseMs = defaultLeaseMs } = options
  let database: DatabaseSync | undefined
  let expiredAt = Number.NEGATIVE_INFINITY
  let clockOffset = now() - monotonic()
  let isResumed = !resume
  let isClosed = false

  const close = () => {
    database?.close()
    database = undefined
  }

  /** After a failure the next call opens a new connection: the disk may be available again. */
  const use = async <T>(work: (database: DatabaseSync) => T, isNeeded: boolean): Promise<T | undefined> => {
    if (isClosed) throw new Error('disk outbox: closed')
    try {
      database ??= openDatabase(file, schema, isNeeded)
      if (database && !isResumed) count(database, `update outbox set next_at = 0 where state = 'waiting'`)
      isResumed = true
      if (database) followClock(database)
      return database && work(database)
    } catch (error) {
      close()
      throw error
    }
  }
  const rows = (database: DatabaseSync, sql: string, ...values: (string | number)[]) =>
    database.prepare(sql).all(...values) as Row[]
  const count = (database: DatabaseSync, sql: string, ...values: (string | number)[]) =>
    Number(database.prepare(sql).run(...values).changes)

  /** When the wall clock is set, times of waiting submissions are shifted with it, so that pauses and ages stay right. */
  const followClock = (database: DatabaseSync) => {
    const step = Math.round(now() - monotonic() - clockOffset)
    if (Math.abs(step) < smallestStepMs) return
    clockOffset += step
    const sql = `update outbox set next_at = next_at + ?, received_at = received_at + ? where state = 'waiting'`
    count(database, sql, step, step)
  }

  const find = (database: DatabaseSync, key: string) =>
    rows(database, 'select * from outbox where key = ?', key)[0]

  const add = (database: DatabaseSync, submission: Submission, formerKey: string | undefined): Added => {
    const former = formerKey && find(database, formerKey)
    if (former) return knownOf(former)
    const row = rowOf(submission)
    const placeholders = Array.from(row, () => '?').join(', ')
    const sql = `insert into outbox values (${placeholders}, 'waiting', 1, ?, null, null, null) on conflict (key) do nothing`
    if (count(database, sql, ...row, now() + leaseMs) === 1) return 'added'
    const first = find(database, submission.key)
    return first?.digest === digestOf(submission) ? knownOf(first) : 'key reused'
  }

  const settle = (database: DatabaseSync, key: string, attempts: number, outcome: Outcome) => {
    if (outcome.kind === 'failed') {
      const nextAt = now() + (outcome.pauseMs ?? pauseAfter(attempts))
      count(database, `update outbox set next_at = ? where key = ? and state = 'waiting'`, nextAt, key)
      return
    }
    if (outcome.kind === 'returned') {
      count(database, `delete from outbox where key = ? and state = 'waiting'`, key)
      return
    }
    const { status, body } = responseToStore(outcome.response)
    // Personal data is deleted once delivered; operators need the content of a refused submission.
    const emptied = outcome.kind === 'refused' ? '' : `, body = ''`
    const sql = `update outbox set state = ?, status = ?, answer = ?, settled_at = ?, fingerprint = ''${emptied}
      where key = ? and state = 'waiting'`
    count(database, sql, outcome.kind, status, body, now(), key)
  }

  const deleteExpired = (database: DatabaseSync) => {
    if (monotonic() - expiredAt < expireEveryMs) return
    expiredAt = monotonic()
    const sql = `delete from outbox where state = 'delivered' and settled_at < ?`
    count(database, sql, now() - keyLifetimeMs)
  }

  return {
    name: 'disk',
    add: async (submission, formerKey) =>
      (await use((database) => add(database, submission, formerKey), true))!,
    claim: async (most) => {
      const claimed = await use((database) => {
        deleteExpired(database)
        const due = `select key from outbox where state = 'waiting' and next_at <= ? order by next_at limit ?`
        const sql = `update outbox set next_at = ?, attempts = attempts + 1 where key in (${due}) returning *`
        return rows(database, sql, now() + leaseMs, now(), most)
      }, false)
      return (claimed ?? []).map(claimedOf)
    },
    settle: async ({ submission, attempts }, outcome) => {
      await use((database) => settle(database, submission.key, attempts, outcome), true)
    },
    usage: async () => {
      const sql = `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'refused')
        as refused, min(received_at) filter (where state = 'waiting') as oldest from outbox`
      const found = await use((database) => database.prepare(sql).get(), false)
      const oldest = found?.['oldest'] ?? now()
      return {
        waiting: Number(found?.['waiting'] ?? 0),
        refused: Number(found?.['refused'] ?? 0),
        oldestMs: Math.max(0, now() - Number(oldest)),
      }
    },
    list: async () => {
      const sql = `select * from outbox where state in ('waiting', 'refused') order by received_at`
      return ((await use((database) => rows(database, sql), false)) ?? []).map(storedOf)
    },
    retry: async () => {
      const sql = `update outbox set state = 'waiting', attempts = 0, next_at = 0 where state in ('waiting', 'refused')`
      return (await use((database) => count(database, sql), false)) ?? 0
    },
    drop: async (before) => {
      const sql = `delete from outbox where state = 'refused' and received_at < ?`
      return (await use((database) => count(database, sql, before), false)) ?? 0
    },
    close: async () => {
      isClosed = true
      close()
    },
  }
}
