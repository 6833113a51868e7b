// Files: the rows of the content files, each with its last valid content. A file that cannot be used keeps the content of its row, or
// has that of its valid text; what may have been meant to be hidden has none.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pageKinds } from '../../../shared/constants.ts'
import { itemFields, manualSummary, named, namedAbout, sentNames } from '../../../shared/content/fields.ts'
import { say } from '../../../shared/content/problem.ts'
import type { Fields } from '../../../shared/content/reader.ts'
import { isObject } from '../../../shared/is-record.ts'
import { lineIn, localeOf, type ParseBytes, type ParsedFile, resultOrFault } from '../markdown/parse-file.ts'
import type { Fault, Report } from '../markdown/problem.ts'
import { readRegularFile } from '../markdown/regular-file.ts'
import { statOf } from '../markdown/scan.ts'
import { isSuppressed, visibilityOf } from '../markdown/visibility.ts'
import { createSearchStore } from '../search/search-index.ts'
import type { ReadingJob } from './reading.ts'

/** Called with each file that is read. */
export type StartFile = (path: string, ms?: number) => void
/** `digest`, `isLastValid`: see content-index.sql. */
type StoredFile = ParsedFile & { digest: string; isLastValid: boolean }

/** Of each file, in each of two tries. */
const deadlineMs = 5000

export type StoredFiles = ReturnType<typeof createFiles>
export type LineOf = StoredFiles['lineOf']

/** `versions`: as the scan found the files. */
export function createFiles(
  database: DatabaseSync,
  { folder: root, at, slow = [] }: ReadingJob,
  of: { parse: ParseBytes; versions: ReadonlyMap<string, string>; started: StartFile },
) {
  const { parse, versions, started } = of
  const rowsIn = database.prepare(
    'select id, path, version, digest, is_last_valid from file where folder = ?',
  )
  const rowOf = database.prepare('select id, digest, is_last_valid, faults from file where path = ?')
  // Not `on conflict … returning`: FTS5 writes its pending terms before each statement that has a savepoint.
  const put = database.prepare(
    `insert into file (id, path, version, digest, is_last_valid, faults, urls, summary, content)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const putBody = database.prepare('insert into body values (?, ?, ?, ?)')
  const putCandidate = database.prepare('insert into candidate values (?, ?, ?)')
  const setVersion = database.prepare('update file set version = ? where id = ?')
  const removeFile = database.prepare('delete from file where id = ?')
  const removeBody = database.prepare('delete from body where file = ?')
  const textOf = database.prepare('select digest, body from text where path = ?')
  const bytesOf = database.prepare(
    `select coalesce(
        (select body from candidate where candidate.path = file.path and candidate.digest = file.digest),
        (select body from text where text.path = file.path)) as body from file where path = ?`,
  )
  const suppress = database.prepare('insert or ignore into suppressed values (?)')
  const search = createSearchStore(database)
  let isChanged = false

  function remove(id: number): void {
    isChanged = true
    removeFile.run(id)
    removeBody.run(id)
    search.remove(id)
  }

  /** `version`: of the file on the disk. */
  function write(path: string, file: StoredFile, version: string): void {
    const known = rowOf.get(path)?.['id'] as number | undefined
    if (known !== undefined) remove(known)
    isChanged = true
    const { content, faults, urls, page, documents, digest, isLastValid } = file
    const isItem = path.includes('/') && isObject(content)
    const { lastInsertRowid } = put.run(
      ...[known ?? null, path, version, digest, Number(isLastValid)],
      ...[faults, urls].map((value) => JSON.stringify(value)),
      isItem ? summaryOf(path, content) : null,
      content === undefined ? null : JSON.stringify(content),
    )
    const row = Number(lastInsertRowid)
    const lang = localeOf(path)
    if (page) {
      const { html, safe, chapters } = page
      putBody.run(row, html, safe === html ? null : safe, JSON.stringify(chapters))
    }
    if (documents && lang) search.put(row, lang, documents)
  }

  /** The bytes of the content, or of the last valid one; undefined where there are none. */
  function bytesIn(path: string): Uint8Array | undefined {
    // The column of the query.
    return bytesOf.get(path)?.['body'] as Uint8Array | undefined
  }

  /** Its valid text, unless the file, as it is `written`, may have been meant to hide it. */
  function lastValid(path: string, written: Uint8Array | undefined): StoredFile | undefined {
    const { digest, body } = textOf.get(path) ?? {}
    const parsed = body instanceof Uint8Array ? parse(path, body) : undefined
    if (!(body instanceof Uint8Array) || parsed?.content === undefined) return undefined
    const isHidden = path.endsWith('.md') && isSuppressed(visibilityOf(written), visibilityOf(body), at)
    if (isHidden) suppress.run(path)
    return isHidden ? undefined : { ...parsed, digest: String(digest), isLastValid: true }
  }

  /** The file cannot be used. `written`: its bytes. */
  function storeInvalid(path: string, file: ParsedFile, version: string, written?: Uint8Array): void {
    const last = lastValid(path, written)
    write(path, { ...nothing, ...(last ?? file), faults: file.faults }, version)
  }

  function update(path: string, known: Record<string, unknown> | undefined): void {
    const version = versions.get(path) ?? ''
    if (known && version && version === known['version']) return
    started(path, deadlineMs)
    if (slow.includes(path)) return void storeInvalid(path, { ...nothing, faults: [tooSlow] }, version)
    const [bytes, fault] = resultOrFault(() => readRegularFile(join(root, path)))
    if (fault) return void storeInvalid(path, { ...nothing, faults: [fault] }, '')
    const digest = hash('sha256', bytes)
    if (digest === known?.['digest'] && known['is_last_valid'] === 0)
      return void setVersion.run(version, Number(known['id']))
    const parsed = parse(path, bytes)
    if (parsed.content === undefined) return void storeInvalid(path, parsed, version, bytes)
    write(path, { ...parsed, digest, isLastValid: false }, version)
    putCandidate.run(path, digest, bytes)
  }

  return {
    /** Whether a row has been stored or removed. */
    isChanged: () => isChanged,
    /** The files of a folder, '' for the root; unchanged ones are not read. */
    update(folder: string, paths: string[]): void {
      const known = new Map(rowsIn.all(folder).map((row) => [String(row['path']), row]))
      for (const path of paths) update(path, known.get(path))
      const present = new Set(paths)
      for (const [path, { id }] of known) if (!present.has(path)) remove(Number(id))
    },
    /**
     * The file has its valid text instead, or nothing where it has that already. It is read again with the next reading. Returns whether
     * it has a text.
     */
    replace(path: string): boolean {
      const { faults, digest, is_last_valid } = rowOf.get(path) ?? {}
      const last = is_last_valid === 0 ? lastValid(path, bytesIn(path)) : undefined
      const other = last?.digest === digest ? undefined : last
      write(path, { ...(other ?? nothing), faults: JSON.parse(String(faults)) }, '')
      return other !== undefined
    },
    /** Of a file with content. `field` as in ContentError. */
    lineOf(path: string, field: string): number {
      const bytes = bytesIn(path)
      return bytes ? lineIn(path, bytes, field) : 1
    },
  }
}

const tooSlow: Fault = {
  line: 1,
  ...say('the file takes too long to read: divide it, or simplify its text'),
  effect: 'left out',
}
const nothing: StoredFile = { content: undefined, faults: [], urls: [], digest: '', isLastValid: false }

/** The Markdown files among the paths of a folder; others are reported. */
export function markdownIn(paths: string[], root: string, report: Report): string[] {
  return paths.filter((path) => {
    if (path.endsWith('.md') && localeOf(path)) return true
    const problem = statOf(join(root, path))?.isDirectory()
      ? say('a folder in a folder of Markdown files: move its files up')
      : say('the name must end in .zh.md or .en.md')
    report({ file: path, line: 1, ...problem, effect: 'left out' })
    return false
  })
}

/** What other responses show of an item. */
const { summary: article } = itemFields
const summaries = { article, about: namedAbout, download: named, manual: manualSummary }

function summaryOf(path: string, front: object): string {
  const kind = pageKinds.find((kind) => path.startsWith(`${kind}/`)) ?? 'article'
  const names: string[] = sentNames<Fields>(summaries[kind])
  return JSON.stringify(Object.fromEntries(Object.entries(front).filter(([name]) => names.includes(name))))
}
