// Content database: one SQLite file with the last valid texts of a content folder, which are never discarded, and what is derived from
// the folder. A reading writes it, the calls read it.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { memoize, mostEntries } from '../../base/memoize.ts'
import { openPrivate, takeFileLock } from '../../base/open-database.ts'
import type { Log } from '../markdown/problem.ts'
import texts from './texts.sql'

const lockTimeoutMs = 5000

/** Where the database is. */
type Place = { file: string; isTemporary: boolean; close: () => void }

/** Private: drafts are in it. */
export function openIndexToWrite(file: string): DatabaseSync {
  // Texts have some kilobytes: with pages of 4 kB a third of the file is unused. The cache holds what a first reading writes.
  const pragmas =
    'pragma page_size = 16384; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -65536;'
  return openPrivate(file, lockTimeoutMs, pragmas + texts)
}

export function openIndexToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
}

export function readState(database: DatabaseSync, name: string): string | undefined {
  return database.prepare('select value from state where name = ?').get(name)?.['value'] as string | undefined
}

export function setState(database: DatabaseSync, name: string, value: string): void {
  database.prepare('insert or replace into state values (?, ?)').run(name, value)
}

/** The statements of an .sql file, each below its name: `-- name: byId`. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  sql: string,
): Record<Name, StatementSync> {
  const [, ...texts] = sql.split(/^-- name: /m)
  const prepared = texts.map((text) => [text.split('\n', 1)[0], database.prepare(`-- ${text}`)])
  // The callers name statements of the file.
  return Object.fromEntries(prepared) as Record<Name, StatementSync>
}

/** Memoizes what is made of the database until content is published. */
export function memoizeContent<Arguments extends unknown[], Result>(
  database: DatabaseSync,
  make: (...given: Arguments) => Result,
  entries = 1,
) {
  const revision = database.prepare(`select value from state where name = 'revision'`)
  const keyOf = (...given: Arguments) => JSON.stringify([revision.get()?.['value'], given])
  return memoize(make, { keyOf, ...mostEntries(entries) })
}

/** In a folder that one server uses at a time, else in a temporary one; throws where none can be made either. */
export async function openPlace(folder: string, log: Pick<Log, 'info'>): Promise<Place> {
  try {
    const lock = takeFileLock(join(folder, 'lock.sqlite'))
    return { file: fileIn(folder), isTemporary: false, close: () => void (lock.isOpen && lock.close()) }
  } catch (err) {
    log.info(
      { err, folder },
      'content database in a temporary folder: another server uses the folder, or it is not writable',
    )
    return openTemporaryPlace(folder)
  }
}

/** `first`: the folder that cannot be used. The database starts with what is in it, where that can be read. */
export async function openTemporaryPlace(first?: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'site-content-'))
  const file = fileIn(folder)
  if (first !== undefined && existsSync(fileIn(first)))
    await copyIndex(fileIn(first), file).catch(() => rmSync(file, { force: true }))
  return { file, isTemporary: true, close: () => rmSync(folder, { recursive: true, force: true }) }
}

const fileIn = (folder: string) => join(folder, 'content.sqlite')

/** Another server may be writing it. */
async function copyIndex(from: string, to: string): Promise<void> {
  const other = openIndexToRead(from)
  await backup(other, to).finally(() => other.close())
}

/** The operator may repair it. */
export function moveDamaged(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${file}.damaged${suffix}`, { force: true })
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.damaged${suffix}`)
  }
}

/** SQLITE_ERROR (other tables), SQLITE_CORRUPT and SQLITE_NOTADB. */
export const damageCodes: readonly number[] = [1, 11, 26]

/** The primary result code (https://www.sqlite.org/rescode.html); undefined for what is no error of SQLite. */
export function resultCode(error: unknown): number | undefined {
  const isOfSqlite = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
  return isOfSqlite ? Number('errcode' in error && error.errcode) & 0xff : undefined
}
