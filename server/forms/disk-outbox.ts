// Disk outbox: a SQLite file, synced to the disk before a submission is acknowledged.
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase, transaction } from '../base/open-database.ts'
import { count, createDiskRows, rows, schema, tableOf } from './disk-rows.ts'
import {
  leaseMs as defaultLeaseMs,
  keyLifetimeMs,
  type Outbox,
  type OutboxScope,
  type SubmissionState,
} from './outbox.ts'
import { claimedOf, storedOf } from './outbox-rows.ts'
import { createClockSteps } from './retention.ts'

type DiskOutboxOptions = OutboxScope & {
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

const expireEveryMs = 3_600_000
/** A smaller difference is the usual drift between two clocks. */
const smallestStepMs = 1000

/** The file is created with the first submission. */
export function createDiskOutbox(options: DiskOutboxOptions): Outbox {
  const { now, leaseMs = defaultLeaseMs, channel, copyTo = [] } = options
  const table = tableOf(channel)
  const { read, write, close } = openTable(table, options)
  const { add, store, settle } = createDiskRows({ table, copies: copyTo.map(tableOf), now, leaseMs })

  return {
    name: 'disk',
    add: (submission, formerKey) => write((database) => add(database, submission, formerKey)),
    store: (submission) => write((database) => store(database, submission)),
    settle: (claimed, outcome) => write((database) => settle(database, claimed, outcome)),
    claim: async (most) => {
      const due = `select key from ${table} where state = 'waiting' and next_at <= ? order by next_at limit ?`
      const sql = `update ${table} set next_at = ?, attempts = attempts + 1 where key in (${due}) returning *`
      return (await read((database) => rows(database, sql, now() + leaseMs, now(), most), [])).map(claimedOf)
    },
    usage: async () => {
      const sql = `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'refused')
        as refused, min(received_at) filter (where state = 'waiting') as oldest from ${table}`
      const counts = await read((database) => database.prepare(sql).get(), undefined)
      const oldest = counts?.['oldest'] ?? now()
      return {
        waiting: Number(counts?.['waiting'] ?? 0),
        refused: Number(counts?.['refused'] ?? 0),
        oldestMs: Math.max(0, now() - Number(oldest)),
      }
    },
    list: async () => {
      const sql = `select * from ${table} where state <> 'delivered' order by received_at`
      return (await read((database) => rows(database, sql), [])).map(storedOf)
    },
    states: async (keys) => {
      const sql = `select key, state from ${table} where key in (select value from json_each(?))`
      const states = await read((database) => rows(database, sql, JSON.stringify(keys)), [])
      return new Map(states.map(({ key, state }) => [key, state as SubmissionState]))
    },
    retry: () => {
      const sql = `update ${table} set state = 'waiting', attempts = 0, next_at = 0 where state in ('waiting', 'refused')`
      return read((database) => count(database, sql), 0)
    },
    drop: (before) => {
      const old = channel ? `('waiting', 'refused')` : `('refused', 'stored')`
      const sql = `delete from ${table} where state in ${old} and received_at < ?`
      return read((database) => count(database, sql, before), 0)
    },
    close,
  }
}

/** `read`: in an existing file; `write`: creates it, in one write to the disk. */
function openTable(table: string, { file, now, monotonic, resume = false }: DiskOutboxOptions) {
  let database: DatabaseSync | undefined
  let expiredAt = Number.NEGATIVE_INFINITY
  const stepOfClock = createClockSteps({ now, monotonic }, smallestStepMs)
  let isResumed = !resume
  let isClosed = false

  const closeFile = () => {
    database?.close()
    database = undefined
  }
  /** After a failure the next call opens a new connection: the disk may be available again. */
  const use = <T>(work: (database: DatabaseSync) => T, isNeeded: boolean): T | undefined => {
    if (isClosed) throw new Error('disk outbox: closed')
    try {
      database ??= openDatabase(file, schema, isNeeded)
      if (database) maintain(database)
      return database && work(database)
    } catch (error) {
      closeFile()
      throw error
    }
  }
  const maintain = (database: DatabaseSync) => {
    if (!isResumed) count(database, `update ${table} set next_at = 0 where state = 'waiting'`)
    isResumed = true
    const step = stepOfClock()
    // When the wall clock is set, times of waiting submissions are shifted with it, so that pauses and ages stay right.
    const sql = `update ${table} set next_at = next_at + ?, received_at = received_at + ? where state = 'waiting'`
    if (step !== 0) count(database, sql, step, step)
    if (monotonic() - expiredAt < expireEveryMs) return
    expiredAt = monotonic()
    const expired = `delete from ${table} where state = 'delivered' and settled_at < ?`
    count(database, expired, now() - keyLifetimeMs)
  }

  return {
    read: async <T>(work: (database: DatabaseSync) => T, otherwise: T): Promise<T> =>
      use(work, false) ?? otherwise,
    // Undefined only where the file is not needed.
    write: async <T>(work: (database: DatabaseSync) => T): Promise<T> =>
      use((database) => transaction(database, () => work(database)), true) as T,
    async close() {
      isClosed = true
      closeFile()
    },
  }
}
