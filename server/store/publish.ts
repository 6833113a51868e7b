// Publishing: stores what is public at the time of a reading, and finds what has changed since the previous one.
import { createHash, hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { listOf } from '../../shared/sections.ts'
import type { ContentChange, ContentUpdate } from '../base/content-source.ts'
import { siteFileNames } from '../sources/markdown/site-files.ts'
import { changesBetween } from './content-changes.ts'
import type { Entry, Served } from './entry.ts'
import { readFact, setFact } from './facts.ts'
import { targetsOfFormer } from './former-signs.ts'
import { type Moves, targetsOf } from './moves.ts'
import statements from './publish.sql'
import type { FormerSign } from './records.ts'
import type { EntryRow } from './stored-entries.ts'
import { storeRedirects } from './stored-redirects.ts'
import { storedSections } from './stored-site-settings.ts'

type PublishOptions = {
  database: DatabaseSync
  served: Served
  moved: { moves: Moves; formerSigns: FormerSign[] }
  /** Whether the files are others than at the previous reading. */
  isChanged: boolean
  /** The addresses of media whose files are others. */
  changedMedia: string[]
  /** Everything is served, with its status. */
  showsDrafts: boolean
  /** Version of the code and its options, which responses depend on as well. */
  code: string
  /** Milliseconds since 1970. */
  at: number
}
export type Published = { nextAt: number | undefined; update: ContentUpdate }

/** In the transaction of the reading. */
export function publish({
  database,
  served,
  moved,
  isChanged,
  changedMedia,
  showsDrafts,
  code,
  at,
}: PublishOptions): Published {
  const since = readFact(database, 'version')
  // The clock may have been set back: then no time is to be trusted.
  const wasAt = Number(readFact(database, 'at') ?? 0)
  const due = Number(readFact(database, 'next') || Number.POSITIVE_INFINITY)
  setFact(database, 'at', String(at))
  if (!isChanged && since !== undefined && at >= wasAt && at < due)
    return { nextAt: nextAt(database), update: { version: since, since, changes: [] } }
  const before = entriesIn(database)
  deriveEntries(database, served, { at, drafts: Number(showsDrafts) })
  storeRedirects(database, redirectsOf(moved, publicFiles(database)))
  const after = entriesIn(database)
  const changes = [
    ...changesBetween(before, after),
    ...siteChanges(database),
    ...menuChanges(database, before, after),
    ...changedMedia.map((url) => ({ kind: 'media' as const, url })),
  ]
  const version = versionOf(database, after, code)
  setFact(database, 'version', version)
  setFact(database, 'revision', String(Number(readFact(database, 'revision') ?? 0) + 1))
  return { nextAt: nextAt(database), update: { version, since, changes } }
}

function nextAt(database: DatabaseSync): number | undefined {
  return Number(readFact(database, 'next')) || undefined
}

type Publication = { at: number; drafts: number }

function deriveEntries(database: DatabaseSync, served: Served, { at, drafts }: Publication): void {
  const files = Object.values(served).flatMap((entries) => entries.map(({ row }) => row))
  database.exec(`create temp table if not exists served (file integer primary key);
    create temp table if not exists publication (at real, drafts integer);
    delete from temp.served; delete from temp.publication`)
  database.prepare('insert into temp.served select value from json_each(?)').run(JSON.stringify(files))
  database.prepare('insert into temp.publication values (?, ?)').run(at, drafts)
  const deterministic = { deterministic: true }
  database.function('time_of', deterministic, (date) => (date === null ? null : Date.parse(String(date))))
  database.function('digest', deterministic, (text) => hash('sha1', String(text), 'base64url'))
  database.exec(statements)
}

function publicFiles(database: DatabaseSync): Set<number> {
  return new Set(
    database
      .prepare('select file from entry')
      .all()
      .map(({ file }) => Number(file)),
  )
}

/** Redirects to what is served. Those that the owner has written go before former signs. */
function redirectsOf(
  { moves, formerSigns }: PublishOptions['moved'],
  files: ReadonlySet<number>,
): Map<string, string> {
  const isServed = ({ row }: Entry<unknown>) => files.has(row)
  const places = moves.places.filter(({ entry }) => isServed(entry))
  return new Map([...targetsOfFormer(formerSigns, { ...moves, places }), ...targetsOf(moves, isServed)])
}

function entriesIn(database: DatabaseSync): EntryRow[] {
  const rows = database
    .prepare(
      'select kind, category, lang, id, sign, place, whole, summary, ranking from entry order by kind, lang, id',
    )
    .all()
  // publish.sql has written them.
  return rows as EntryRow[]
}

/** Without menu.yaml the menu has the kinds of content that there are. */
function menuChanges(
  database: DatabaseSync,
  before: readonly Placed[],
  after: readonly Placed[],
): ContentChange[] {
  const menu = database.prepare(`select content from file where path = 'menu.yaml'`).get()?.['content']
  const kindsIn = (rows: readonly Placed[]) => {
    const shown = rows.filter(({ category, place }) => category === null || place !== null)
    return [...new Set(shown.map(({ kind, category }) => category ?? kind))].sort().join()
  }
  const hasMenu = menu !== undefined && menu !== null && menu !== '[]'
  const isListed = listOf(storedSections(database)) !== undefined
  return hasMenu || !isListed || kindsIn(before) === kindsIn(after) ? [] : [{ kind: 'site' }]
}
type Placed = Pick<EntryRow, 'kind' | 'category' | 'place'>

/** What a site file is for; any other is on every page. */
const blocks: Record<string, ContentChange> = {
  'labels.yaml': { kind: 'labels' },
  'banners.yaml': { kind: 'banners' },
}

/** Compares the site files with the digests of the previous reading. */
function siteChanges(database: DatabaseSync): ContentChange[] {
  const digests = siteDigests(database)
  const changed = siteFileNames.filter((file) => {
    const name = `digest ${file}`
    const digest = digests.get(file) ?? ''
    const isSame = readFact(database, name) === digest
    setFact(database, name, digest)
    return !isSame
  })
  return changed.map((file) => blocks[file] ?? { kind: 'site' })
}

function siteDigests(database: DatabaseSync): Map<string, string> {
  const sql = `select path, digest from file where folder = '' and content is not null order by path`
  const rows = database.prepare(sql).all()
  return new Map(rows.map(({ path, digest }) => [String(path), String(digest)]))
}

/** The same on every server with the same files. */
function versionOf(database: DatabaseSync, entries: EntryRow[], code: string): string {
  const hash = createHash('sha256').update(code)
  for (const { kind, lang, id, whole, ranking, summary } of entries)
    hash.update([kind, lang, id, whole, ranking, summary, ''].join('\n'))
  return hash
    .update(JSON.stringify([...siteDigests(database)]))
    .update(JSON.stringify(database.prepare('select url, sha256 from media order by url').all()))
    .digest('base64url')
    .slice(0, 22)
}
