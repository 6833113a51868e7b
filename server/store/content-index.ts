// Content index: one SQLite file with the parsed content of a folder. A reading writes it, the calls read it.
import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readFact, setFact } from './facts.ts'
import { searchSchema } from './search-index.ts'

/** See publish.sql. `place` counts from 1 in a list and is null for an item in no list, `position` orders the items of all lists. */
const entryTables = `
  create table entry (
    file integer primary key, kind text not null, category text, lang text not null, id integer not null, sign text,
    parent integer, position integer not null, place integer, published real not null, status text,
    whole text not null, summary text not null, ranking text not null
  ) strict;
  create unique index entry_id on entry (kind, lang, id);
  create index entry_sign on entry (kind, lang, sign) where sign is not null;
  create index entry_parent on entry (lang, parent, position) where parent is not null;
  create index entry_place on entry (lang, category, place) where place is not null;
  create index entry_published on entry (lang, category, published desc, id) where place is not null;
  create table tag (lang text, category text, facet text, tag text, file integer) strict;
  create index tag_file on tag (lang, category, facet, tag, file);`

/**
 * `file`: each file with its version on the disk, its content as JSON unless it is left out, and its faults. `kept`: 1 for the
 * content of its record, which is served where the file cannot be.
 * `summary`: see summaryOf.
 * `body`: the text as HTML; `safe`: sanitised, as pages show it.
 * `media`: of each address in content, with its decoded path.
 * `redirect`: of addresses without a page, see `addressKey`.
 * `fact`: `identity`, `version` of the content, its `revision`, `next` publication, `sections` of the site.
 */
const schema = `
  create table fact (name text primary key, value text not null) strict;
  create table file (
    id integer primary key, path text not null, kept integer not null, folder text not null, version text not null,
    digest text not null, faults text not null, content text, summary text, urls text not null, lines text not null,
    visibility text not null, unique (path, kept)
  ) strict;
  create index file_folder on file (folder, kept);
  create index file_kept on file (kept) where kept = 1;
  create table body (file integer primary key, html text not null, safe text not null, chapters text not null) strict;
${searchSchema}
${entryTables}
  create table redirect (address text primary key, target text not null) strict;
  create table media (
    url text primary key, path text not null, size integer not null, version text not null, sha256 text
  ) strict;
  create index media_path on media (path)`

const lockTimeoutMs = 5000

/** For a reading. An index of another identity is discarded. `isNew`: made by this call, with a transaction open. */
export function openIndexToWrite(file: string, identity: string): { database: DatabaseSync; isNew: boolean } {
  makePrivate(file)
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    const stored = identityOf(database)
    if (stored === identity) return { database, isNew: false }
    if (stored === '') {
      database.exec(`begin immediate; ${schema}`)
      setFact(database, 'identity', identity)
      return { database, isNew: true }
    }
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

/** '' for an empty file. */
function identityOf(database: DatabaseSync): string {
  const { tables } = database.prepare('select count(*) as tables from sqlite_schema').get() ?? {}
  if (tables === 0) return ''
  return String(readFact(database, 'identity'))
}

export function openIndexToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
}

/** Changes when another connection has written: https://www.sqlite.org/pragma.html#pragma_data_version. */
export function createDataVersion(database: DatabaseSync): () => number {
  const version = database.prepare('pragma data_version')
  return () => Number(version.get()?.['data_version'])
}

export function discardIndex(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { recursive: true, force: true })
}

export function isDatabaseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}
