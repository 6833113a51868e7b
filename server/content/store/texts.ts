// Valid texts: the last valid bytes of each content file, and the signs that items had before, in records.sqlite. Migrated and never
// discarded: what is served is derived from them where a file itself cannot be used.
import { existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isContentError } from '../../../shared/content/reader.ts'
import { openDatabase, transaction } from '../../base/open-database.ts'
import { digestOf } from '../markdown/parse-file.ts'
import { readRegularFile } from '../markdown/regular-file.ts'
import statements from './texts.sql'

/** The file is in DATA_DIR. */
export const recordsFile = (dataDir: string) => join(dataDir, 'records.sqlite')

/**
 * `source`: the content folder, so that two folders with one DATA_DIR do not share texts. `body` is not compressed: Node.js 24 aborts
 * where a thread is terminated while it makes a zlib stream.
 */
const schemaIn = (database: string) => `
  create table if not exists ${database}.text (
    source text not null, path text not null, digest text not null, number integer, sign text, body blob not null,
    primary key (source, path)
  ) strict;
  create table if not exists ${database}.former_sign (
    source text not null, type text not null, lang text not null, sign text not null, number integer not null,
    primary key (source, type, lang, sign)
  ) strict;`

/** The texts as files before the version 0.2 have them. */
const migration = `
  insert or ignore into text
    select source, iif(lang = '', key, key || '.' || lang || '.md'), digest, number, sign, body from record;
  drop table record`

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [11, 26]

/** Of one file, or of any; undefined where there is none, or none can be read. */
export function readText(file: string, folder: string, path?: string): Uint8Array | undefined {
  try {
    create(file)
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const body = database.prepare(
        'select body from text where source = ? and path = coalesce(?, path) limit 1',
      )
      return body.get(resolve(folder), path ?? null)?.['body'] as Uint8Array | undefined
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Attaches the file as `records`; `:memory:` is stored nowhere. Returns why the texts of before are not used, if they are not. */
export function attachTexts(database: DatabaseSync, file: string, folder: string): string | undefined {
  const { problem, usable } = file === ':memory:' ? { usable: file } : prepared(file)
  database.prepare('attach ? as records').run(usable)
  database.exec(`pragma records.synchronous = full; pragma records.secure_delete = on; ${schemaIn('records')}
    create temp table source (folder text)`)
  database.prepare('insert into temp.source values (?)').run(resolve(folder))
  database.exec(`create temp view known as
    select text.*, substr(path, -5, 2) as lang, case when instr(path, '/') = 0 then 'site'
        when path glob 'about/*' or path glob 'download/*' or path glob 'manual/*' then substr(path, 1, instr(path, '/') - 1)
        else 'article' end as kind
      from records.text where source = (select folder from source)`)
  return problem
}

/** A damaged file is moved away: the operator may repair it. */
function prepared(file: string): { problem?: string; usable: string } {
  try {
    create(file)
    return { usable: file }
  } catch (error) {
    const { message: problem, errcode = 0 } = error as Error & { errcode?: number }
    try {
      if (!damageCodes.includes(errcode & 0xff)) throw error
      for (const suffix of ['', '-wal', '-shm'].filter((suffix) => existsSync(file + suffix)))
        renameSync(file + suffix, `${file}${suffix}.damaged`)
      create(file)
      return { problem, usable: file }
    } catch {
      return { problem, usable: ':memory:' }
    }
  }
}

function create(file: string): void {
  const database = openDatabase(file, schemaIn('main'), true)
  try {
    if (database.prepare(`select 1 from sqlite_schema where name = 'record'`).get())
      transaction(database, () => database.exec(migration))
  } finally {
    database.close()
  }
}

/** Stores the texts of files that are served as they are; only a deleted file, or one that must not be served, has none. */
export function updateTexts(database: DatabaseSync, root: string, suppressed: ReadonlySet<string>): void {
  transaction(database, () => {
    database.exec(statements)
    const source = '(select folder from source)'
    const put = database.prepare(`insert or replace into records.text values (${source}, ?, ?, ?, ?, ?)`)
    const remove = database.prepare(`delete from records.text where source = ${source} and path = ?`)
    for (const path of suppressed) remove.run(path)
    const changed = database.prepare(
      `select path, digest, number, sign from file where kept = 0 and content is not null except
        select path, digest, number, sign from known`,
    )
    for (const { path, digest, number, sign } of changed.all()) {
      const bytes = readBytes(join(root, String(path)))
      // Another text by now: the next reading stores it if it is valid.
      if (bytes && digestOf(bytes) === digest) put.run(path!, digest, number!, sign!, bytes)
    }
  })
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return readRegularFile(path)
  } catch (error) {
    if (isContentError(error)) return undefined
    throw error
  }
}
