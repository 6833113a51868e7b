// A SQLite file for what visitors wrote: synced with every write, read by nobody else on this machine.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lockTimeoutMs = 1000

/** Undefined where there is no such file and none is needed yet. `:memory:` keeps nothing. */
export function openDatabase(file: string, schema: string, isNeeded: true): DatabaseSync
export function openDatabase(file: string, schema: string, isNeeded: boolean): DatabaseSync | undefined
export function openDatabase(file: string, schema: string, isNeeded: boolean): DatabaseSync | undefined {
  if (!isNeeded && !existsSync(file)) return undefined
  if (file !== ':memory:') makeFile(file)
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    // What is erased is overwritten, too.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    database.exec(schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite gives the files beside it the same permissions. */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}
