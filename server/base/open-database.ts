// Opens a SQLite file for visitors' messages: synced with every write, readable by this user only.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lockTimeoutMs = 1000

/** Undefined where the file does not exist and is not needed yet. `:memory:` stores nothing. */
export function openDatabase(file: string, schema: string, isNeeded: true): DatabaseSync
export function openDatabase(file: string, schema: string, isNeeded: boolean): DatabaseSync | undefined
export function openDatabase(file: string, schema: string, isNeeded: boolean): DatabaseSync | undefined {
  if (!isNeeded && !existsSync(file)) return undefined
  if (file !== ':memory:') makeFile(file)
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    // `secure_delete` overwrites deleted content.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    database.exec(schema)
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

/** SQLite gives its journal files the same permissions. */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}
