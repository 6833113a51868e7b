// Publishing: stores what is public at the time of a reading, and finds what has changed since the previous one.
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { listOf } from '../../shared/sections.ts'
import type { ContentChange, ContentUpdate } from '../base/origin.ts'
import { siteFileNames } from '../sources/markdown/site-files.ts'
import { type ComparedRow, changesBetween } from './content-changes.ts'
import type { Entry, Served } from './entry.ts'
import { readFact, setFact } from './facts.ts'
import { targetsOfFormer } from './former-signs.ts'
import { createFindMediaFact } from './media-facts.ts'
import { type Moves, targetsOf } from './moves.ts'
import { nextChangeOf, type PublicationStatus, publicOf, statusesOf } from './publication.ts'
import type { FormerSign } from './records.ts'
import { type Rows, rowsOf, storeRows } from './stored-entries.ts'
import { storedSections } from './stored-facts.ts'
import { storeRedirects } from './stored-redirects.ts'

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
  const nextAt = nextChangeOf(served, at)
  // The clock may have been set back: then no time is to be trusted.
  const wasAt = Number(readFact(database, 'at') ?? 0)
  const due = Number(readFact(database, 'next') || Number.POSITIVE_INFINITY)
  setFact(database, 'next', nextAt === undefined ? '' : String(nextAt))
  setFact(database, 'at', String(at))
  if (!isChanged && since !== undefined && at >= wasAt && at < due)
    return { nextAt, update: { version: since, since, changes: [] } }
  const before = comparedRows(database)
  const statuses = statusesOf(served, at)
  const mediaFact = createFindMediaFact(database)
  const rows = showsDrafts
    ? rowsOf(served, statuses, mediaFact)
    : rowsOf(publicOf(served, statuses), new Map(), mediaFact)
  storeRows(database, rows)
  storeRedirects(database, redirectsOf(moved, showsDrafts ? new Map() : statuses))
  const changes = [
    ...changesBetween(before, rows.entries),
    ...siteChanges(database),
    ...menuChanges(database, before, rows.entries),
    ...changedMedia.map((url) => ({ kind: 'media' as const, url })),
  ]
  const version = versionOf(database, rows, code)
  setFact(database, 'version', version)
  setFact(database, 'revision', String(Number(readFact(database, 'revision') ?? 0) + 1))
  return { nextAt, update: { version, since, changes } }
}

/** Redirects to what is public. Those that the owner has written go before former signs. */
function redirectsOf(
  { moves, formerSigns }: PublishOptions['moved'],
  statuses: Map<Entry<unknown>, PublicationStatus>,
): Map<string, string> {
  const isPublic = (entry: Entry<unknown>) => !statuses.has(entry)
  const places = moves.places.filter(({ entry }) => isPublic(entry))
  return new Map([...targetsOfFormer(formerSigns, { ...moves, places }), ...targetsOf(moves, isPublic)])
}

function comparedRows(database: DatabaseSync): ComparedRow[] {
  const rows = database
    .prepare('select kind, category, lang, id, sign, place, whole, summary, ranking from entry')
    .all()
  // The columns of EntryRow, as storeRows has written them.
  return rows as ComparedRow[]
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
type Placed = Pick<ComparedRow, 'kind' | 'category' | 'place'>

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
function versionOf(database: DatabaseSync, { entries }: Rows, code: string): string {
  const hash = createHash('sha256').update(code)
  for (const { kind, lang, id, whole, ranking, summary } of entries)
    hash.update([kind, lang, id, whole, ranking, summary, ''].join('\n'))
  return hash
    .update(JSON.stringify([...siteDigests(database)]))
    .update(JSON.stringify(database.prepare('select url, sha256 from media order by url').all()))
    .digest('base64url')
    .slice(0, 22)
}
