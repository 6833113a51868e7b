// File rows: what the content index stores of each content file, and of the record of one that cannot be served.
import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../../shared/is-record.ts'
import { isPageKind } from '../../shared/sections.ts'
import type { LocalUrl } from '../sources/markdown/local-urls.ts'
import { localeOf, type ParsedFile } from '../sources/markdown/parse-file.ts'
import type { Fault } from '../sources/markdown/problem.ts'
import type { Visibility } from '../sources/markdown/visibility.ts'
import { createSearchStore } from './search-index.ts'
import { summaryOf } from './stored-entries.ts'

/** `content` is undefined for a file that is left out; `version` is that of the file on the disk, '' where it is not known. */
export type FileRow = {
  id: number
  version: string
  digest: string
  content: unknown
  urls: LocalUrl[]
  lines: Record<string, number>
  visibility: Visibility
  faults: Fault[]
}
/** `kept`: of the text of the record. */
type RowKind = 'file' | 'kept'
export type FileRows = ReturnType<typeof createFileRows>
type Stored = { file: string; version: string; digest: string; parsed: ParsedFile }
type Row = Record<string, unknown>

const kinds = { file: 0, kept: 1 } as const

export function createFileRows(database: DatabaseSync) {
  const select = database.prepare('select * from file where folder = ? and kept = ?')
  const selectKept = database.prepare('select id from file where kept = 1')
  const selectId = database.prepare('select id from file where path = ? and kept = ?')
  // Not `on conflict … returning`: FTS5 writes its pending terms before each statement that has a savepoint.
  const put = database.prepare(
    `insert into file (folder, version, digest, faults, content, urls, lines, visibility, summary, path, kept)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = database.prepare(
    `update file set folder = ?, version = ?, digest = ?, faults = ?, content = ?, urls = ?, lines = ?, visibility = ?,
      summary = ? where path = ? and kept = ?`,
  )
  const setVersion = database.prepare('update file set version = ? where id = ?')
  const putBody = database.prepare('insert into body values (?, ?, ?, ?)')
  const removeBody = database.prepare('delete from body where file = ?')
  const removeFile = database.prepare('delete from file where id = ?')
  const searchStore = createSearchStore(database)
  let isChanged = false

  function removeContent(id: number): void {
    removeBody.run(id)
    searchStore.remove(id)
  }

  return {
    /** Whether a row has been stored or removed. */
    isChanged: () => isChanged,
    keptIds: (): number[] => selectKept.all().map(({ id }) => Number(id)),
    /** The rows by path. */
    in(folder: string, kind: RowKind): Map<string, FileRow> {
      const rows = [...select.iterate(folder, kinds[kind])]
      return new Map(rows.map((row) => [String(row['path']), readRow(row)]))
    },
    store(kind: RowKind, { file, version, digest, parsed }: Stored): FileRow {
      isChanged = true
      const { faults, content, urls, lines, visibility, page, documents } = parsed
      const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
      const texts = [faults, content, urls, lines, visibility].map(json)
      const folder = folderOf(file)
      const summary = folder && isObject(content) ? summaryOf(!isPageKind(folder), content) : null
      const values = [folder, version, digest, ...texts, summary, file, kinds[kind]]
      const known = selectId.get(file, kinds[kind])?.['id']
      const { lastInsertRowid } = (known === undefined ? put : update).run(...values)
      const id = Number(known ?? lastInsertRowid)
      removeContent(id)
      if (page) putBody.run(id, page.html, page.safe, JSON.stringify(page.chapters))
      const lang = localeOf(file)
      if (documents && lang) searchStore.replace(id, lang, documents)
      return { id, version, digest, content, urls, lines, visibility, faults }
    },
    /** For a file that has the same bytes as before. */
    setVersion: (id: number, version: string) => void setVersion.run(version, id),
    remove(id: number): void {
      isChanged = true
      removeContent(id)
      removeFile.run(id)
    },
  }
}

/** '' for a file in the root. */
export function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
}

function readRow(row: Row): FileRow {
  const json = (name: string) => (row[name] === null ? undefined : JSON.parse(String(row[name])))
  return {
    id: Number(row['id']),
    version: String(row['version']),
    digest: String(row['digest']),
    faults: json('faults'),
    content: json('content'),
    urls: json('urls'),
    lines: json('lines'),
    visibility: json('visibility'),
  }
}
