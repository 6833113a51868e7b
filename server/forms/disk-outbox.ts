// Disk outbox: a SQLite file, synced to the disk before a submission is acknowledged.
import type { DatabaseSync } from 'node:sqlite'
import { createClockSteps } from '../base/clock-steps.ts'
import { openDatabase, transaction } from '../base/open-database.ts'
import {
  type Added,
  type ChannelName,
  channelNames,
  leaseMs as defaultLeaseMs,
  keyLifetimeMs,
  type Outbox,
  type OutboxScope,
  responseToStore,
  type SubmissionState,
} from './outbox.ts'
import { claimedOf, knownOf, type Row, rowOf, storedOf } from './outbox-rows.ts'
import { digestOf, type Outcome, pauseAfter, type Submission } from './submission.ts'

type Options = OutboxScope & {
  file: string
  /** Milliseconds since 1970; the clock may be set while the process runs. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** After a restart: leases of the previous process are void, and all waiting submissions are due. */
  resume?: boolean
  leaseMs?: number
}

const tableOf = (channel: ChannelName | undefined) => (channel ? `notify_${channel}` : 'outbox')
const schemaOf = (table: string) => `
  create table if not exists ${table} (
    key text primary key, digest text not null, path text not null, locale text not null, fingerprint text not null,
    flags text not null, body text not null, received_at integer not null, state text not null,
    attempts integer not null, next_at integer not null, status integer, answer text, settled_at integer
  ) strict;
  create index if not exists ${table}_due on ${table} (state, next_at);`
const schema = [undefined, ...channelNames].map((channel) => schemaOf(tableOf(channel))).join('')
const expireEveryMs = 3_600_000
/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

/** The file is created with the first submission. */
export function createDiskOutbox(options: Options): Outbox {
  const { file, now, monotonic, resume = false, leaseMs = defaultLeaseMs, channel, copyTo = [] } = options
  const table = tableOf(channel)
  const copies = copyTo.map(tableOf)
  let database: DatabaseSync | undefined
  let expiredAt = Number.NEGATIVE_INFINITY
  const stepOfClock = createClockSteps({ now, monotonic }, smallestStepMs)
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
      if (database && !isResumed) count(database, `update ${table} set next_at = 0 where state = 'waiting'`)
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
    const step = stepOfClock()
    if (step === 0) return
    const sql = `update ${table} set next_at = next_at + ?, received_at = received_at + ? where state = 'waiting'`
    count(database, sql, step, step)
  }

  const find = (database: DatabaseSync, key: string) =>
    rows(database, `select * from ${table} where key = ?`, key)[0]

  const add = (database: DatabaseSync, submission: Submission, formerKey: string | undefined): Added => {
    const former = formerKey && find(database, formerKey)
    if (former) return knownOf(former)
    const row = rowOf(submission)
    const placeholders = Array.from(row, () => '?').join(', ')
    const sql = `insert into ${table} values (${placeholders}, 'waiting', 1, ?, null, null, null) on conflict (key) do nothing`
    if (count(database, sql, ...row, now() + leaseMs) === 1) {
      for (const copy of copies) addCopy(database, copy, submission)
      return 'added'
    }
    const first = find(database, submission.key)
    return first?.digest === digestOf(submission) ? knownOf(first) : 'key reused'
  }

  const addCopy = (database: DatabaseSync, copy: string, submission: Submission) => {
    // Of an earlier submission under this key, whose row in this outbox has expired.
    count(database, `delete from ${copy} where key = ? and state = 'delivered'`, submission.key)
    const row = rowOf({ ...submission, fingerprint: '' })
    const placeholders = Array.from(row, () => '?').join(', ')
    const sql = `insert into ${copy} values (${placeholders}, 'waiting', 0, ?, null, null, null) on conflict (key) do nothing`
    count(database, sql, ...row, now() + leaseMs)
  }

  /** After the first attempt the channels may send, unless the visitor was shown a rejection. */
  const releaseCopies = (database: DatabaseSync, key: string, { kind }: Outcome) => {
    for (const copy of copies) {
      if (kind === 'returned') count(database, `delete from ${copy} where key = ? and state = 'waiting'`, key)
      else count(database, `update ${copy} set next_at = ? where key = ? and attempts = 0`, now(), key)
    }
  }

  const settle = (database: DatabaseSync, key: string, attempts: number, outcome: Outcome): number => {
    if (outcome.kind === 'failed') {
      const nextAt = now() + (outcome.pauseMs ?? pauseAfter(attempts))
      const sql = `update ${table} set next_at = ? where key = ? and state = 'waiting'`
      return count(database, sql, nextAt, key)
    }
    if (outcome.kind === 'returned') {
      return count(database, `delete from ${table} where key = ? and state = 'waiting'`, key)
    }
    const { status, body } = responseToStore(outcome.response)
    // Personal data is deleted once delivered; operators need the content of a refused submission.
    const emptied = outcome.kind === 'refused' ? '' : `, body = ''`
    const sql = `update ${table} set state = ?, status = ?, answer = ?, settled_at = ?, fingerprint = ''${emptied}
      where key = ? and state = 'waiting'`
    return count(database, sql, outcome.kind, status, body, now(), key)
  }

  const deleteExpired = (database: DatabaseSync) => {
    if (monotonic() - expiredAt < expireEveryMs) return
    expiredAt = monotonic()
    const sql = `delete from ${table} where state = 'delivered' and settled_at < ?`
    count(database, sql, now() - keyLifetimeMs)
  }

  return {
    name: 'disk',
    add: async (submission, formerKey) =>
      (await use((database) => transaction(database, () => add(database, submission, formerKey)), true))!,
    claim: async (most) => {
      const claimed = await use((database) => {
        deleteExpired(database)
        const due = `select key from ${table} where state = 'waiting' and next_at <= ? order by next_at limit ?`
        const sql = `update ${table} set next_at = ?, attempts = attempts + 1 where key in (${due}) returning *`
        return rows(database, sql, now() + leaseMs, now(), most)
      }, false)
      return (claimed ?? []).map(claimedOf)
    },
    settle: async ({ submission, attempts }, outcome) => {
      const { key } = submission
      const work = (database: DatabaseSync) => {
        if (settle(database, key, attempts, outcome) === 1) releaseCopies(database, key, outcome)
      }
      await use((database) => transaction(database, () => work(database)), true)
    },
    usage: async () => {
      const sql = `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'refused')
        as refused, min(received_at) filter (where state = 'waiting') as oldest from ${table}`
      const found = await use((database) => database.prepare(sql).get(), false)
      const oldest = found?.['oldest'] ?? now()
      return {
        waiting: Number(found?.['waiting'] ?? 0),
        refused: Number(found?.['refused'] ?? 0),
        oldestMs: Math.max(0, now() - Number(oldest)),
      }
    },
    list: async () => {
      const sql = `select * from ${table} where state in ('waiting', 'refused') order by received_at`
      return ((await use((database) => rows(database, sql), false)) ?? []).map(storedOf)
    },
    states: async (keys) => {
      const sql = `select key, state from ${table} where key in (select value from json_each(?))`
      const found = (await use((database) => rows(database, sql, JSON.stringify(keys)), false)) ?? []
      return new Map(found.map(({ key, state }) => [key, state as SubmissionState]))
    },
    retry: async () => {
      const sql = `update ${table} set state = 'waiting', attempts = 0, next_at = 0 where state in ('waiting', 'refused')`
      return (await use((database) => count(database, sql), false)) ?? 0
    },
    drop: async (before) => {
      const old = channel ? `state in ('waiting', 'refused')` : `state = 'refused'`
      const sql = `delete from ${table} where ${old} and received_at < ?`
      return (await use((database) => count(database, sql, before), false)) ?? 0
    },
    close: async () => {
      isClosed = true
      close()
    },
  }
}
