// Content database: one SQLite file with the last valid texts of a content folder, which are never discarded, and what is derived from
// the folder. A reading writes it, the calls read it.
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { memoize, mostEntries } from '../../base/memoize.ts'
import { takeFileLock } from '../../base/open-database.ts'
import type { Log } from '../markdown/problem.ts'
import texts from './texts.sql'

const lockTimeoutMs = 5000

/** Where the database is; `copyOf`: the one with which it starts. */
type Place = { file: string; copyOf?: string | undefined; isTemporary: boolean; close: () => void }

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

export function readState(database: DatabaseSync, name: string): string | undefined {
  return database.prepare('select value from state where name = ?').get(name)?.['value'] as string | undefined
}

export function setState(database: DatabaseSync, name: string, value: string): void {
  database.prepare('insert or replace into state values (?, ?)').run(name, value)
}

type Words<Text> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text & string
type Statements<Names> = Record<Words<Names>, StatementSync>

/** The statements of an .sql file, each below its name: `-- name: byId`. `names`: with spaces between them. */
export function prepareAll<Names extends string>(
  database: DatabaseSync,
  sql: string,
  names: Names,
): Statements<Names> {
  const texts = new Map(sql.split(/^-- name: /m).map((text) => [text.split('\n', 1)[0], `-- ${text}`]))
  const prepared = names.split(' ').map((name) => [name, database.prepare(texts.get(name)!)])
  // The names are the keys.
  return Object.fromEntries(prepared) as Statements<Names>
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
export function openPlace(folder: string | undefined, log: Pick<Log, 'info'>): Place {
  if (folder === undefined) return openTemporaryPlace()
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

/** `first`: the folder that cannot be used. */
export function openTemporaryPlace(first?: string): Place {
  const folder = mkdtempSync(join(tmpdir(), 'site-content-'))
  const close = () => rmSync(folder, { recursive: true, force: true })
  return { file: fileIn(folder), copyOf: first && fileIn(first), isTemporary: true, close }
}

const fileIn = (folder: string) => join(folder, 'content.sqlite')

/** Starts with what the database of another server has, which may be writing it. */
export function copyIndex(from: string | undefined, file: string): void {
  if (from === undefined || existsSync(file) || !existsSync(from)) return
  const other = openIndexToRead(from)
  try {
    other.prepare('vacuum into ?').run(file)
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

export function isDatabaseError(error: unknown): error is Error & { errcode?: number } {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

/** SQLITE_ERROR (other tables), SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [1, 11, 26]

export function isDamage(error: unknown): boolean {
  return isDatabaseError(error) && damageCodes.includes((error.errcode ?? 0) & 0xff)
}
