// Stored files: the rows of the content index for the files of one folder, updated for changed files only.
import { type BigIntStats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { LocalUrl } from './local-urls.ts'
import type { ParsedFile, ParseResult } from './parse-file.ts'
import type { ParseAll } from './parse-files.ts'
import type { Fault } from './problem.ts'
import { createSearchStore } from './search-index.ts'

/** `content` is undefined for a file that is left out. */
export type StoredFile = {
  id: number
  digest: string
  content: unknown
  urls: LocalUrl[]
  lines: Record<string, number>
  faults: Fault[]
}
type Known = StoredFile & { version: string }
type Row = Record<string, unknown>
export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000
/** A file or folder that has just changed is probably being written. */
const writingMs = 250
/** How long a file that has become invalid may be one that an editor has truncated and not yet written. */
const truncatedMs = 1000

type StoredFilesOptions = {
  database: DatabaseSync
  root: string
  parseAll: ParseAll
  /** Whether files that are being written keep their previous content. */
  settles: boolean
  /** Milliseconds since 1970, by the clock of the file system. */
  now?: () => number
}

export function createStoredFiles({ database, root, parseAll, settles, now = Date.now }: StoredFilesOptions) {
  const select = database.prepare('select * from file where folder = ?')
  const put = database.prepare(
    `insert into file (path, folder, version, digest, faults, content, urls, lines) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (path) do update set version = excluded.version, digest = excluded.digest, faults = excluded.faults,
        content = excluded.content, urls = excluded.urls, lines = excluded.lines
      returning id`,
  )
  const setVersion = database.prepare('update file set version = ? where id = ?')
  const putBody = database.prepare('insert or replace into body values (?, ?, ?)')
  const searchStore = createSearchStore(database)
  const ofFile = { body: 'file', file: 'id' }
  const removals = Object.entries(ofFile).map(([table, key]) =>
    database.prepare(`delete from ${table} where ${key} = ?`),
  )
  let isChanged = false
  let isUnsettled = false

  /** Whether the previous content of a file that was changed at this time stays for now. */
  function waits(changedAt: number | undefined, ms: number): boolean {
    const isWaiting = settles && changedAt !== undefined && Math.abs(now() - changedAt) < ms
    isUnsettled ||= isWaiting
    return isWaiting
  }

  function remove(id: number): void {
    isChanged = true
    for (const removal of removals) removal.run(id)
    searchStore.remove(id)
  }

  type Parsed = { file: string; digest: string; parsed: ParsedFile }

  function store(folder: string, version: string, { file, digest, parsed }: Parsed): Known {
    isChanged = true
    const { faults, content, urls, lines, page, documents } = parsed
    const texts = [faults, content, urls, lines].map((value) =>
      value === undefined ? null : JSON.stringify(value),
    )
    const id = Number(put.get(file, folder, version, digest, ...texts)?.['id'])
    if (page) putBody.run(id, page.html, JSON.stringify(page.chapters))
    const lang = localeOf(file)
    if (documents && lang) searchStore.replace(id, lang, documents)
    return { id, version, digest, content, urls, lines, faults }
  }

  /** What a file has in the index now; undefined where the known content stays. */
  function replacement(
    result: ParseResult,
    folder: string,
    { version, changedAt }: FoundFile,
    known: Known | undefined,
  ): StoredFile | undefined {
    if (result.kind === 'same') {
      setVersion.run(version, known!.id)
      return undefined
    }
    const isValid = known?.content !== undefined
    if (result.kind === 'parsed') {
      const isInvalid = result.parsed.content === undefined
      return isInvalid && isValid && waits(changedAt, truncatedMs)
        ? undefined
        : store(folder, version, result)
    }
    const { fault } = result
    if (known && isValid && changedAt !== undefined)
      return { ...known, faults: [...known.faults, { ...fault, effect: 'kept' }] }
    return { id: 0, digest: '', content: undefined, urls: [], lines: {}, faults: [fault] }
  }

  return {
    isChanged: () => isChanged,
    /** Whether a file or folder is being written: the next reading may find it complete. */
    isUnsettled: () => isUnsettled,

    /** The `files` of a folder, by path, as they are now; a file that cannot be read has id 0. Removes all others. */
    async update(folder: string, files: string[]): Promise<Map<string, StoredFile>> {
      const known = new Map<string, Known>()
      for (const row of select.iterate(folder)) known.set(String(row['path']), readRow(row))
      const found = new Map(files.map((file) => [file, findFile(join(root, file), now())]))
      // A folder that is missing may be one that is being replaced.
      const { changedAt = findFile(root, now()).changedAt } = findFile(join(root, folder), now())
      const isKept = (file: string) =>
        known.has(file) && found.get(file)?.changedAt === undefined && waits(changedAt, writingMs)
      const kept = new Set([...known.keys()].filter(isKept))
      const changed = [...found].filter(
        ([file, { version, changedAt }]) =>
          !kept.has(file) &&
          (!version || version !== known.get(file)?.version) &&
          !waits(changedAt, writingMs),
      )
      const current = new Map<string, StoredFile>(known)
      const tasks = changed.map(([file]) => ({ file, digest: known.get(file)?.digest }))
      for await (const result of parseAll(tasks)) {
        const { file } = result
        const stored = replacement(result, folder, found.get(file)!, known.get(file))
        if (stored) current.set(file, stored)
      }
      for (const [file, { id }] of known) {
        const isThere = kept.has(file) || found.has(file)
        if (!isThere) current.delete(file)
        if (current.get(file)?.id !== id) remove(id)
      }
      return current
    },
  }
}

/** By the ending of the name, `.zh.md`. */
function localeOf(file: string): Locale | undefined {
  const lang = file.split('.').at(-2)
  return isLocale(lang) ? lang : undefined
}

/** `version` is '' while the file may still change within the resolution of its times; no `changedAt`: there is none. */
type FoundFile = { version: string; changedAt: number | undefined }

function findFile(path: string, now: number): FoundFile {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!found) return { version: '', changedAt: undefined }
  const { size, mtimeNs, ctimeNs, ctimeMs, ino } = found
  const changedAt = Number(ctimeMs)
  const isSettled = Math.abs(now - changedAt) >= settledMs
  return { version: isSettled ? [size, mtimeNs, ctimeNs, ino].join(' ') : '', changedAt }
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
