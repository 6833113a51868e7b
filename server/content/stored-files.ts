// Stored files: the rows of the content index for the files of one folder, updated for changed files only.
import { hash } from 'node:crypto'
import { type BigIntStats, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { MediaReference } from './media-file.ts'
import { fileFault, isFileFault } from './problem.ts'
import { readBytes } from './source.ts'

/** `content` is stored as JSON, `lines` are those of its fields for later checks. */
export type ParsedFile = {
  content: unknown
  media: MediaReference[]
  lines: Record<string, number>
  page?: { html: string; chapters: unknown[] }
  searchText?: string
}
/** Must depend on the path and the bytes of the file only. Throws FileFault. */
type ParseFile = (bytes: Uint8Array) => ParsedFile

type Fault = { line: number; problem: string }
export type StoredFile = {
  id: number
  content: unknown
  media: MediaReference[]
  lines: Record<string, number>
}
type Known = StoredFile & { version: string; digest: string; fault: Fault | undefined }
export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000

export function createStoredFiles(database: DatabaseSync, pathOf: (file: string) => string, now = Date.now) {
  const select = database.prepare('select * from file where folder = ?')
  const put = database.prepare(
    `insert into file (path, folder, version, digest, fault, content, media, lines) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (path) do update set version = excluded.version, digest = excluded.digest, fault = excluded.fault,
        content = excluded.content, media = excluded.media, lines = excluded.lines
      returning id`,
  )
  const setVersion = database.prepare('update file set version = ? where id = ?')
  const putBody = database.prepare('insert or replace into body values (?, ?, ?)')
  const putText = database.prepare('insert or replace into search_text values (?, ?)')
  const putPending = database.prepare('insert or ignore into pending values (?)')
  const ofFile = { body: 'file', search_text: 'file', pending: 'file', search: 'rowid', file: 'id' }
  const removals = Object.entries(ofFile).map(([table, key]) =>
    database.prepare(`delete from ${table} where ${key} = ?`),
  )
  let isChanged = false

  function remove(id: number): void {
    isChanged = true
    for (const removal of removals) removal.run(id)
  }

  function store(
    file: string,
    folder: string,
    state: { version: string; digest: string },
    parse: () => ParsedFile,
  ) {
    isChanged = true
    const [parsed, fault] = parsedOrFault(parse)
    const { content, media = [], lines = {}, page, searchText } = parsed ?? {}
    const texts = [fault, content, media, lines].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    )
    const id = Number(put.get(file, folder, state.version, state.digest, ...texts)?.['id'])
    if (page) putBody.run(id, page.html, JSON.stringify(page.chapters))
    if (searchText !== undefined) putText.run(id, searchText)
    if (searchText !== undefined) putPending.run(id)
    return { id, content, media, lines, fault }
  }

  /** The files of `folder` as they were stored. `read` updates one and throws its FileFault; `end` removes the others. */
  function open(folder: string) {
    const known = new Map<string, Known>()
    for (const row of select.iterate(folder)) known.set(String(row['path']), readRow(row))

    function current(file: string, parse: ParseFile): StoredFile & { fault: Fault | undefined } {
      const last = known.get(file)
      const version = versionOf(pathOf(file), now())
      if (last && version !== '' && last.version === version) return last
      const bytes = readBytes(pathOf(file))
      const digest = hash('sha256', bytes)
      if (last?.digest !== digest) return store(file, folder, { version, digest }, () => parse(bytes))
      setVersion.run(version, last.id)
      return last
    }

    return {
      read(file: string, parse: ParseFile): StoredFile {
        // A file that cannot be read throws here, and stays in `known`: it is removed.
        const { fault, ...stored } = current(file, parse)
        known.delete(file)
        if (fault) throw fileFault(fault.line, fault.problem)
        return stored
      },
      end(): void {
        for (const { id } of known.values()) remove(id)
      },
    }
  }

  return { open, isChanged: () => isChanged }
}

/** '' while the file may still change within the resolution of its times. */
function versionOf(path: string, now: number): string {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!found || Math.abs(now - Number(found.ctimeMs)) < settledMs) return ''
  return [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(' ')
}

function parsedOrFault(parse: () => ParsedFile): [ParsedFile, undefined] | [undefined, Fault] {
  try {
    return [parse(), undefined]
  } catch (error) {
    if (!isFileFault(error)) throw error
    return [undefined, { line: error.line, problem: error.message }]
  }
}

function readRow(row: Record<string, unknown>): Known {
  const json = (name: string) => (row[name] === null ? undefined : JSON.parse(String(row[name])))
  return {
    id: Number(row['id']),
    version: String(row['version']),
    digest: String(row['digest']),
    fault: json('fault'),
    content: json('content'),
    media: json('media'),
    lines: json('lines'),
  }
}
