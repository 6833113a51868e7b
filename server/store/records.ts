// Records: the last valid text of each content file, and the signs that items had before, in records.sqlite. Migrated and never
// discarded: what is served is derived from it where the file itself cannot be used.
import { renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isPageKind } from '../../shared/sections.ts'
import { openDatabase, transaction } from '../base/open-database.ts'

/** `digest` of the text; `number` and `sign` are those of the item, undefined for a file that is none. */
export type RecordKey = { digest: string; number: number | undefined; sign: string | undefined }
export type RecordText = RecordKey & { file: string; bytes: Uint8Array }
/** A sign that an item had before. `type` is that of its record. */
export type FormerSign = { type: string; lang: string; number: number; sign: string }
export type Records = ReturnType<typeof openRecords>
type FormerSignChanges = { added: FormerSign[]; removed: FormerSign[] }
type TextChanges = { texts: Iterable<RecordText>; removed: string[] }

/**
 * `source`: the content folder, so that two folders with one DATA_DIR do not share texts. `key` is the item, `lang` '' where the
 * record has none, `body` the text as the source had it, not compressed: Node.js 24 aborts where a thread is terminated while it
 * makes a zlib stream. `user_version` is 0.
 */
const schema = `
  create table if not exists record (
    source text not null, type text not null, key text not null, lang text not null, section text not null,
    digest text not null, number integer, sign text, body blob not null,
    primary key (source, type, key, lang)
  ) strict;
  create table if not exists former_sign (
    source text not null, type text not null, lang text not null, sign text not null, number integer not null,
    primary key (source, type, lang, sign)
  ) strict`

/** The file is in DATA_DIR. */
export const recordsFile = (dataDir: string) => join(dataDir, 'records.sqlite')

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = [11, 26]

/** Whether the file is there and can be read; nothing is repaired. */
export function hasRecords(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare('select exists (select 1 from record) as found').get()?.['found'] === 1
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Without a usable file nothing is kept, and `problem` says why. `:memory:` stores nothing on disk. */
export function openRecords(file: string, folder: string) {
  const source = resolve(folder)
  let problem: Error | undefined
  let database: DatabaseSync | undefined
  const known = new Map<string, RecordKey>()
  const formerSigns: FormerSign[] = []

  /** Undefined where it fails: content is served without its records too. */
  function attempt<T>(work: (database: DatabaseSync) => T): T | undefined {
    try {
      return database && work(database)
    } catch (error) {
      problem ??= error as Error
      close()
      return undefined
    }
  }

  function close(): void {
    database?.close()
    database = undefined
  }

  function open(): void {
    try {
      database = openDatabase(file, schema, true)
      readKnown(database, source, known)
      formerSigns.push(...formerSignsIn(database, source))
    } catch (error) {
      problem = error as Error
      close()
    }
  }

  open()
  if (problem && isDamage(problem)) {
    // Kept for the operator: it may be repaired.
    for (const suffix of ['', '-wal', '-shm']) moveAway(file + suffix)
    open()
  }

  return {
    /** The facts by file, as they were before the first change. */
    known: known as ReadonlyMap<string, RecordKey>,
    /** The signs as they were before the first change. */
    formerSigns: formerSigns as readonly FormerSign[],
    problem: () => problem,
    read: (file: string) => attempt((database) => readText(database, source, file)),
    /** Both updates are one transaction each. */
    updateFormerSigns: (changes: FormerSignChanges) =>
      void attempt((database) => updateFormerSigns(database, source, changes)),
    update: (changes: TextChanges) => void attempt((database) => updateTexts(database, source, changes)),
    close,
  }
}

function readKnown(database: DatabaseSync, source: string, known: Map<string, RecordKey>): void {
  const rows = database.prepare('select type, key, lang, digest, number, sign from record where source = ?')
  for (const { type, key, lang, digest, number, sign } of rows.iterate(source))
    known.set(fileOf(String(type), String(key), String(lang)), {
      digest: String(digest),
      number: number === null ? undefined : Number(number),
      sign: sign === null ? undefined : String(sign),
    })
}

function formerSignsIn(database: DatabaseSync, source: string): FormerSign[] {
  const rows = database
    .prepare('select type, lang, sign, number from former_sign where source = ?')
    .all(source)
  return rows.map(({ type, lang, sign, number }) => ({
    type: String(type),
    lang: String(lang),
    number: Number(number),
    sign: String(sign),
  }))
}

function readText(database: DatabaseSync, source: string, file: string): Uint8Array | undefined {
  const sql = 'select body from record where source = ? and type = ? and key = ? and lang = ?'
  const { type, key, lang } = placeOf(file)
  const row = database.prepare(sql).get(source, type, key, lang)
  return row?.['body'] as Uint8Array | undefined
}

function updateFormerSigns(
  database: DatabaseSync,
  source: string,
  { added, removed }: FormerSignChanges,
): void {
  transaction(database, () => {
    const remove = database.prepare(
      'delete from former_sign where source = ? and type = ? and lang = ? and sign = ?',
    )
    const put = database.prepare('insert or replace into former_sign values (?, ?, ?, ?, ?)')
    for (const { type, lang, sign } of removed) remove.run(source, type, lang, sign)
    for (const { type, lang, sign, number } of added) put.run(source, type, lang, sign, number)
  })
}

function updateTexts(database: DatabaseSync, source: string, { texts, removed }: TextChanges): void {
  transaction(database, () => {
    const put = database.prepare('insert or replace into record values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    const remove = database.prepare(
      'delete from record where source = ? and type = ? and key = ? and lang = ?',
    )
    for (const { file, bytes, digest, number = null, sign = null } of texts) {
      const { type, key, lang, section } = placeOf(file)
      put.run(source, type, key, lang, section, digest, number, sign, bytes)
    }
    for (const file of removed) {
      const { type, key, lang } = placeOf(file)
      remove.run(source, type, key, lang)
    }
  })
}

function isDamage(error: Error): boolean {
  return 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff)
}

function moveAway(file: string): void {
  try {
    renameSync(file, `${file}.damaged`)
  } catch {
    // There is no such journal, or the folder is not writable, which opening the file reports.
  }
}

const site = 'site'

/** `news/fair.zh.md` is the article `news/fair` of the section news in Chinese; `menu.yaml` is a file of the site. */
function placeOf(file: string): { type: string; key: string; lang: string; section: string } {
  const [, key, folder, lang] = /^(([^/]+)\/.+)\.([^.]+)\.md$/.exec(file) ?? []
  if (!key || !folder || !lang) return { type: site, key: file, lang: '', section: '' }
  const isArticle = !isPageKind(folder)
  return { type: isArticle ? 'article' : folder, key, lang, section: folder }
}

/** Undefined for a file that is no item. */
export function itemOf(text: Pick<RecordText, 'file' | 'number'>): Omit<FormerSign, 'sign'> | undefined {
  const { number } = text
  const { type, lang } = placeOf(text.file)
  return number === undefined || type === site ? undefined : { type, lang, number }
}

function fileOf(type: string, key: string, lang: string): string {
  return type === site ? key : `${key}.${lang}.md`
}
