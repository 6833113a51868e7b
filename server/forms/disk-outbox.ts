// Disk outbox: a SQLite file, synced to the disk before a submission is acknowledged.
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, transaction } from '../base/open-database.ts'
import { count, createDiskRows, rows, schema, tableOf } from './disk-rows.ts'
import {
  type Added,
  leaseMs as defaultLeaseMs,
  keyLifetimeMs,
  type Outbox,
  type OutboxScope,
  type SubmissionState,
} from './outbox.ts'
import { claimedOf, storedOf, submissionOf } from './outbox-rows.ts'
import type { Submission } from './submission.ts'

type Options = OutboxScope & {
  /** `:memory:` stores nothing on disk. */
  file: string
  /** Milliseconds since 1970; the clock may be set while the process runs. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
  /** After a restart: leases of the previous process are void, and all waiting submissions are due. */
  resume?: boolean
  leaseMs?: number
}

export type DiskOutbox = Outbox & {
  /** The oldest stored messages. */
  stored: (most: number) => Promise<Submission[]>
  /** Stores messages of an earlier place in one write, without copies for the channels. */
  importStored: (messages: Submission[]) => Promise<Added[]>
  remove: (key: string) => Promise<void>
}

const expireEveryMs = 3_600_000
/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

/** The file is created with the first submission. */
export function createDiskOutbox(options: Options): DiskOutbox {
  const { file, now, monotonic, resume = false, leaseMs = defaultLeaseMs, channel, copyTo = [] } = options
  const table = tableOf(channel)
  const { add, store, settle, releaseCopies } = createDiskRows({
    ...{ table, copies: copyTo.map(tableOf), now, leaseMs },
  })
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
      if (database && !isResumed) count(database, `update ${table} set next_at = 0 where state = 'waiting'`)
      isResumed = true
      if (database) followClock(database)
      return database && work(database)
    } catch (error) {
      close()
      throw error
    }
  }
  const write = async <T>(work: (database: DatabaseSync) => T): Promise<T> =>
    (await use((database) => transaction(database, () => work(database)), true)) as T

  /** When the wall clock is set, times of waiting submissions are shifted with it, so that pauses and ages stay right. */
  const followClock = (database: DatabaseSync) => {
    const step = Math.round(now() - monotonic() - clockOffset)
    if (Math.abs(step) < smallestStepMs) return
    clockOffset += step
    const sql = `update ${table} set next_at = next_at + ?, received_at = received_at + ? where state = 'waiting'`
    count(database, sql, step, step)
  }

  const deleteExpired = (database: DatabaseSync) => {
    if (monotonic() - expiredAt < expireEveryMs) return
    expiredAt = monotonic()
    const sql = `delete from ${table} where state = 'delivered' and settled_at < ?`
    count(database, sql, now() - keyLifetimeMs)
  }

  return {
    name: 'disk',
    add: (submission, formerKey) => write((database) => add(database, submission, formerKey)),
    store: (submission) => write((database) => store(database, submission, true)),
    importStored: (messages) =>
      write((database) => messages.map((message) => store(database, message, false))),
    stored: async (most) => {
      const sql = `select * from ${table} where state = 'stored' order by received_at limit ?`
      return ((await use((database) => rows(database, sql, most), false)) ?? []).map(submissionOf)
    },
    remove: async (key) => {
      await use((database) => count(database, `delete from ${table} where key = ?`, key), false)
    },
    claim: async (most) => {
      const claimed = await use((database) => {
        deleteExpired(database)
        const due = `select key from ${table} where state = 'waiting' and next_at <= ? order by next_at limit ?`
        const sql = `update ${table} set next_at = ?, attempts = attempts + 1 where key in (${due}) returning *`
        return rows(database, sql, now() + leaseMs, now(), most)
      }, false)
      return (claimed ?? []).map(claimedOf)
    },
    settle: ({ submission: { key }, attempts }, outcome) =>
      write((database) => {
        if (settle(database, key, attempts, outcome)) releaseCopies(database, key, outcome)
      }),
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
      const sql = `select * from ${table} where state <> 'delivered' order by received_at`
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
      const old = channel ? `('waiting', 'refused')` : `('refused', 'stored')`
      const sql = `delete from ${table} where state in ${old} and received_at < ?`
      return (await use((database) => count(database, sql, before), false)) ?? 0
    },
    close: async () => {
      isClosed = true
      close()
    },
  }
}
