// SQLite files: for visitors' messages, synced with every write and readable by this user only; and as locks between processes.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lockTimeoutMs = 1000

/** Makes the file where there is none. */
export function openDatabase(file: string, schema = ''): DatabaseSync {
  // `secure_delete` overwrites deleted content.
  const pragmas = 'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;'
  return openPrivate(file, lockTimeoutMs, pragmas + schema)
}

/** Readable by this user only. `timeout`: for locks, in milliseconds. */
export function openPrivate(file: string, timeout: number, statements: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite gives its journal files the same permissions.
  closeSync(openSync(file, 'a', 0o600))
  return openWith(file, timeout, statements)
}

/** Throws where another process holds the lock, or the file cannot be written. Closing the database or the process releases it. */
export function takeFileLock(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  return openWith(file, 0, 'begin exclusive')
}

function openWith(file: string, timeout: number, statements: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout })
  try {
    database.exec(statements)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** One write to the disk: all of `work`, or nothing where it throws. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}
