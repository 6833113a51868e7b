// Content database: one SQLite file with the last valid texts of a content folder, which are never discarded, and what is derived from
// the folder. A reading writes it, the calls read it.
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import texts from './texts.sql'

const lockTimeoutMs = 5000

export function openIndexToWrite(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Drafts are in it: SQLite gives its journal files the same permissions.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    // Texts have some kilobytes: with pages of 4 kB a third of the file is unused. The cache holds what a first reading writes.
    const pragmas =
      'pragma page_size = 16384; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536;'
    database.exec(pragmas + texts)
    return database
  } catch (error) {
    database.close()
    throw error
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

/** The texts and signs of the database of another server. Read by a connection of its own: attached, it would be locked too. */
export function copyTexts(database: DatabaseSync, file: string | undefined): void {
  if (file === undefined || !existsSync(file)) return
  const columns = { text: 'path, digest, number, sign, body', former_sign: 'kind, lang, sign, number' }
  const other = openIndexToRead(file)
  try {
    for (const [table, names] of Object.entries(columns)) {
      const values = names.replace(/\w+/g, '?')
      const put = database.prepare(`insert or ignore into ${table} (${names}) values (${values})`)
      const rows = other.prepare(`select ${names} from ${table}`)
      for (const row of rows.iterate()) put.run(...Object.values(row))
    }
  } finally {
    other.close()
  }
}

/** The operator may repair it. */
export function moveDamaged(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${file}.damaged${suffix}`, { force: true })
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.damaged${suffix}`)
  }
}

type DatabaseError = Error & { errcode?: number }

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/** SQLITE_ERROR (other tables), SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [1, 11, 26]

export function isDamage(error: unknown): boolean {
  return isDatabaseError(error) && damageCodes.includes((error.errcode ?? 0) & 0xff)
}
