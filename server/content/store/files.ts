// Files: the rows of the content index, one for each content file, with its last valid content. A file that cannot be used keeps the
// content of its row, or has that of its valid text; what may have been meant to be hidden has none.
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { itemFields, sentNames } from '../../../shared/content/fields.ts'
import { say } from '../../../shared/content/problem.ts'
import { isObject } from '../../../shared/is-record.ts'
import type { Locale } from '../../../shared/locale.ts'
import { isPageKind } from '../../../shared/sections.ts'
import type { ItemKind } from '../../base/content-source.ts'
import type { ArticleFront } from '../markdown/front.ts'
import { localeOf, type ParseBytes, type ParsedFile, type ParseFile } from '../markdown/parse-file.ts'
import type { Fault, Report } from '../markdown/problem.ts'
import { statOf, visibleNames } from '../markdown/scan.ts'
import { isWithheld, type Visibility } from '../markdown/visibility.ts'
import { createSearchStore } from '../search/search-index.ts'

/** An item as it is stored. `name`: folder and NAME, which its languages share. `last`: what it had when it was served last. */
export type Item = {
  row: number
  path: string
  folder: string
  name: string
  kind: ItemKind
  lang: Locale
  kept: boolean
  number: number
  sign: string | null
  parent: number | null
  last: { number: number | null; sign: string | null } | undefined
}
export type Files = ReturnType<typeof createFiles>

/** `at`: time of the reading, in milliseconds since 1970. `slow`: files that are not read. `started`: called with each file that is read. */
type FilesOptions = {
  database: DatabaseSync
  root: string
  parseFile: ParseFile
  parseBytes: ParseBytes
  at: number
  slow: string[]
  started: (path: string) => void
}
type Found = { version: string; found: string; kept: boolean; digest: string; faults?: Fault[] }

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000

export function createFiles({ database, root, parseFile, parseBytes, at, slow, started }: FilesOptions) {
  const rowsIn = database.prepare('select id, path, version, found from file where folder = ?')
  const rowOf = database.prepare(
    'select id, digest, faults, content is not null as valid, visibility from file where path = ?',
  )
  // Not `on conflict … returning`: FTS5 writes its pending terms before each statement that has a savepoint.
  const put = database.prepare(
    `insert into file (id, path, version, found, digest, kept, faults, urls, lines, visibility, summary, content)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const putBody = database.prepare('insert into body values (?, ?, ?, ?)')
  const setVersion = database.prepare('update file set version = ? where id = ?')
  const keep = database.prepare('update file set version = ?, found = ?, faults = ?, kept = 1 where id = ?')
  const removeFile = database.prepare('delete from file where id = ?')
  const removeBody = database.prepare('delete from body where file = ?')
  const linesOf = database.prepare('select lines from file where path = ?')
  const textOf = database.prepare('select digest, body from known where path = ?')
  const items = database.prepare(
    `select file.id as row, path, folder, substr(path, 1, length(path) - 6) as name, file.kind, file.lang, kept, file.number, file.sign, parent,
        known.number as lastNumber, known.sign as lastSign from file left join known using (path)
      where folder = ? and content is not null order by path`,
  )
  const search = createSearchStore(database)
  const suppressed = new Set<string>()
  let isChanged = false

  function remove(id: number): void {
    isChanged = true
    removeFile.run(id)
    removeBody.run(id)
    search.remove(id)
  }

  function write(
    path: string,
    parsed: ParsedFile,
    { version, found, kept, digest, faults = parsed.faults }: Found,
  ): void {
    const known = rowOf.get(path)?.['id'] as number | undefined
    if (known !== undefined) remove(known)
    isChanged = true
    const { content, urls, lines, visibility, page, documents } = parsed
    const isItem = path.includes('/') && isObject(content)
    const { lastInsertRowid } = put.run(
      ...[known ?? null, path, version, found, digest, Number(kept)],
      ...[faults, urls, lines, visibility].map((value) => JSON.stringify(value)),
      isItem ? summaryOf(path, content) : null,
      content === undefined ? null : JSON.stringify(content),
    )
    const row = Number(lastInsertRowid)
    const lang = localeOf(path)
    if (page) putBody.run(row, page.html, page.safe, JSON.stringify(page.chapters))
    if (documents && lang) search.put(row, lang, documents)
  }

  /** Its valid text, unless the file, as it is `written`, may have been meant to hide it. */
  function lastValid(path: string, written: Visibility): { parsed: ParsedFile; digest: string } | undefined {
    const { digest, body } = textOf.get(path) ?? {}
    const parsed = body instanceof Uint8Array ? parseBytes(path, body) : undefined
    return parsed?.content !== undefined && isShown(path, written, parsed.visibility)
      ? { parsed, digest: String(digest) }
      : undefined
  }

  function isShown(path: string, written: Visibility, valid: Visibility): boolean {
    const shown = !isWithheld(written, valid, at)
    if (!shown) suppressed.add(path)
    return shown
  }

  /** The file cannot be used. */
  function storeInvalid(path: string, file: ParsedFile, version: string, found: string): void {
    const row = rowOf.get(path)
    if (row?.['valid'] && isShown(path, file.visibility, JSON.parse(String(row['visibility']))))
      return void keep.run(version, found, JSON.stringify(file.faults), row['id']!)
    const last = row?.['valid'] ? undefined : lastValid(path, file.visibility)
    const { parsed, digest } = last ?? { parsed: file, digest: '' }
    write(path, parsed, { version, found, kept: last !== undefined, digest, faults: file.faults })
  }

  function update(path: string, known: Record<string, unknown> | undefined): void {
    const version = fileVersion(join(root, path), Date.now())
    if (known && version && version === known['version']) return
    started(path)
    const result = slow.includes(path)
      ? { kind: 'unread' as const, fault: tooSlow }
      : parseFile({ file: path, digest: known && String(known['found']) })
    if (result.kind === 'unread')
      storeInvalid(path, { ...nothing, faults: [result.fault] }, result.fault === tooSlow ? version : '', '')
    else if (result.kind === 'same') setVersion.run(version, Number(known?.['id']))
    else if (result.parsed.content === undefined) storeInvalid(path, result.parsed, version, result.digest)
    else write(path, result.parsed, { version, found: result.digest, kept: false, digest: result.digest })
  }

  return {
    /** Whether a row has been stored or removed. */
    isChanged: () => isChanged,
    /** Files whose valid text must not be served later either. */
    suppressed: suppressed as ReadonlySet<string>,
    /** The files of a folder, '' for the root; unchanged ones are not read. */
    update(folder: string, paths: string[]): void {
      const known = new Map(rowsIn.all(folder).map((row) => [String(row['path']), row]))
      for (const path of paths) update(path, known.get(path))
      const present = new Set(paths)
      for (const [path, { id }] of known) if (!present.has(path)) remove(Number(id))
    },
    /** The items in the order of their folders and names. */
    items: (folders: string[]): Item[] =>
      folders.flatMap((folder) =>
        // The columns of the query.
        items.all(folder).map(({ lastNumber, lastSign, kept, ...row }) => ({
          ...(row as Omit<Item, 'kept' | 'last'>),
          kept: kept === 1,
          last: lastNumber === null ? undefined : ({ number: lastNumber, sign: lastSign } as Item['last']),
        })),
      ),
    /**
     * Another item has what this one needs: its valid text instead where `isFree` says so, else nothing. The file is read again with
     * the next reading. Returns the item that is served.
     */
    replace(item: Item, isFree: (last: Item) => boolean): Item | undefined {
      const { path } = item
      const { visibility, faults, digest } = rowOf.get(path) ?? {}
      const last = item.kept ? undefined : lastValid(path, JSON.parse(String(visibility)))
      const { id = 0, sign = null, parent = null } = (last?.parsed.content ?? {}) as Partial<ArticleFront>
      const other: Item = { ...item, kept: true, number: id, sign, parent }
      const kept = last !== undefined && last.digest !== digest && isFree(other)
      const found = { version: '', found: '', kept, faults: JSON.parse(String(faults)) }
      write(path, kept ? last.parsed : nothing, { ...found, digest: kept ? last.digest : '' })
      return kept ? other : undefined
    },
    lineOf: (path: string, field: string): number =>
      JSON.parse(String(linesOf.get(path)?.['lines']))[field] ?? 2,
  }
}

const tooSlow: Fault = {
  line: 1,
  ...say('the file takes too long to read: divide it, or simplify its text'),
  effect: 'left out',
}
const nothing: ParsedFile = { content: undefined, faults: [], urls: [], lines: {}, visibility: {} }

/** The paths of the Markdown files of a folder; others are reported. */
export function pathsIn(root: string, folder: string, report: Report): string[] {
  if (!statOf(join(root, folder))) return []
  const paths = visibleNames(join(root, folder)).map((name) => `${folder}/${name}`)
  return paths.filter((path) => {
    if (path.endsWith('.md') && localeOf(path)) return true
    const problem = statOf(join(root, path))?.isDirectory()
      ? say('a folder in a folder of Markdown files: move its files up')
      : say('the name must end in .zh.md or .en.md')
    report({ file: path, line: 1, ...problem, effect: 'left out' })
    return false
  })
}

/** What other responses show of an item, as JSON: that of an article is its summary. */
function summaryOf(path: string, front: object): string {
  const isPage = isPageKind(path.slice(0, path.indexOf('/')))
  const names: readonly string[] = isPage ? pageNames : summaryNames
  return JSON.stringify(Object.fromEntries(Object.entries(front).filter(([name]) => names.includes(name))))
}
const summaryNames = sentNames(itemFields.summary)
const pageNames = ['title', 'sign', 'summary']

/** '' while the file may still change within the resolution of its times, and where there is none. */
function fileVersion(path: string, now: number): string {
  const status = statOf(path)
  if (!status) return ''
  const { size, mtimeNs, ctimeNs, ctimeMs, ino } = status
  const isSettled = Math.abs(now - Number(ctimeMs)) >= settledMs
  return isSettled ? [size, mtimeNs, ctimeNs, ino].join(' ') : ''
}
