// Stored files: the rows of the content index for the files of one folder, updated for changed files only.
import { type BigIntStats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { LocalUrl } from './local-urls.ts'
import type { ParsedFile } from './parse-file.ts'
import type { ParseAll } from './parse-files.ts'
import type { Fault } from './problem.ts'

/** `content` is undefined for a file that is left out. */
export type StoredFile = {
  id: number
  content: unknown
  urls: LocalUrl[]
  lines: Record<string, number>
  faults: Fault[]
}
type Known = StoredFile & { version: string; digest: string }
type Row = Record<string, unknown>
export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000

type StoredFilesOptions = {
  database: DatabaseSync
  root: string
  parseAll: ParseAll
  /** Milliseconds since 1970, by the clock of the file system. */
  now?: () => number
}

export function createStoredFiles({ database, root, parseAll, now = Date.now }: StoredFilesOptions) {
  const select = database.prepare('select * from file where folder = ?')
  const put = database.prepare(
    `insert into file (path, folder, version, digest, faults, content, urls, lines) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (path) do update set version = excluded.version, digest = excluded.digest, faults = excluded.faults,
        content = excluded.content, urls = excluded.urls, lines = excluded.lines
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

  type Parsed = { file: string; digest: string; parsed: ParsedFile }

  function store(folder: string, version: string, { file, digest, parsed }: Parsed): Known {
    isChanged = true
    const { faults, content, urls, lines, page, searchText } = parsed
    const texts = [faults, content, urls, lines].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    )
    const id = Number(put.get(file, folder, version, digest, ...texts)?.['id'])
    if (page) putBody.run(id, page.html, JSON.stringify(page.chapters))
    if (searchText !== undefined) {
      putText.run(id, searchText)
      putPending.run(id)
    }
    return { id, version, digest, content, urls, lines, faults }
  }

  return {
    isChanged: () => isChanged,

    /** The `files` of a folder, by path, as they are now; a file that cannot be read has id 0. Removes all others. */
    async update(folder: string, files: string[]): Promise<Map<string, StoredFile>> {
      const known = new Map<string, Known>()
      for (const row of select.iterate(folder)) known.set(String(row['path']), readRow(row))
      const versions = new Map(files.map((file) => [file, versionOf(join(root, file), now())]))
      const changed = files.filter(
        (file) => !versions.get(file) || versions.get(file) !== known.get(file)?.version,
      )
      const current = new Map<string, StoredFile>(known)
      const tasks = changed.map((file) => ({ file, digest: known.get(file)?.digest }))
      for await (const result of parseAll(tasks)) {
        const { file } = result
        const version = versions.get(file) ?? ''
        if (result.kind === 'same') setVersion.run(version, known.get(file)!.id)
        else if (result.kind === 'unread')
          current.set(file, { id: 0, content: undefined, urls: [], lines: {}, faults: [result.fault] })
        else current.set(file, store(folder, version, result))
      }
      for (const [file, { id }] of known) {
        if (versions.has(file) && current.get(file)?.id === id) continue
        remove(id)
      }
      return current
    },
  }
}

/** '' while the file may still change within the resolution of its times. */
function versionOf(path: string, now: number): string {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!found || Math.abs(now - Number(found.ctimeMs)) < settledMs) return ''
  return [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(' ')
}

function readRow(row: Row): Known {
  const json = (name: string) => (row[name] === null ? undefined : JSON.parse(String(row[name])))
  return {
    id: Number(row['id']),
    version: String(row['version']),
    digest: String(row['digest']),
    faults: json('faults'),
    content: json('content'),
    urls: json('urls'),
    lines: json('lines'),
  }
}
