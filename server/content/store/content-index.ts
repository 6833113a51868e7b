// Content index: one SQLite file with the parsed content of a folder. A reading writes it, the calls read it.
import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import schema from './content-index.sql'

const lockTimeoutMs = 5000

/** For a reading. An index of another identity is discarded. `isNew`: made by this call. */
export function openIndexToWrite(file: string, identity: string): { database: DatabaseSync; isNew: boolean } {
  makePrivate(file)
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    const { tables } = database.prepare('select count(*) as tables from sqlite_schema').get() ?? {}
    if (tables === 0) {
      database.exec(`begin immediate; ${schema}`)
      setFact(database, 'identity', identity)
      database.exec('commit')
      return { database, isNew: true }
    }
    if (readFact(database, 'identity') === identity) return { database, isNew: false }
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  discardIndex(file)
  return openIndexToWrite(file, identity)
}

/** Drafts are in it: SQLite gives its journal files the same permissions. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    // SQLite reports what is wrong with the file.
  }
}

export function openIndexToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
}

export function readFact(database: DatabaseSync, name: string): string | undefined {
  return database.prepare('select value from fact where name = ?').get(name)?.['value'] as string | undefined
}

export function setFact(database: DatabaseSync, name: string, value: string): void {
  database.prepare('insert or replace into fact values (?, ?)').run(name, value)
}

/** Changes when content has been published. */
export function createRevision(database: DatabaseSync): () => string {
  const revision = database.prepare(`select value from fact where name = 'revision'`)
  return () => String(revision.get()?.['value'])
}

export function discardIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { recursive: true, force: true })
}

export function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}
