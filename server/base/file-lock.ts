// A lock between processes: SQLite's exclusive lock of a file, which the system releases at the latest when the process ends.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Throws where another process holds the lock, or the file cannot be written. Closing the database releases it. */
export function takeFileLock(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}
