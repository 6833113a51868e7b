// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.

import { resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Problem, say } from '../../shared/content/problem.ts'
import type { SiteSettings } from '../../shared/site-settings.ts'
import type { ContentUpdate } from '../base/content-source.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import { createParseBytes, createParseFile } from '../sources/markdown/parse-file.ts'
import type { ContentProblem, Report } from '../sources/markdown/problem.ts'
import { contentFolders, scanFolder } from '../sources/markdown/scan.ts'
import { siteSettingsOf } from '../sources/markdown/site-settings.ts'
import { openIndexToWrite } from './content-index.ts'
import { createFileRows } from './file-rows.ts'
import { formerSignsOf } from './former-signs.ts'
import { createKeptFiles } from './kept-files.ts'
import { createLinkCheck } from './link-check.ts'
import { createFindMediaFact, storeMediaFacts } from './media-facts.ts'
import { createFindMedia, mediaPrefix } from './media-file.ts'
import { type Published, publish } from './publish.ts'
import { type Found, isOwn, readFolder } from './read-folder.ts'
import { createRecordChanges } from './record-changes.ts'
import { openRecords } from './records.ts'
import { createStoredFiles } from './stored-files.ts'
import { codeOf, forgetReading, storeReading } from './stored-reading.ts'
import { storeSiteSettings } from './stored-site-settings.ts'

/**
 * `at` in milliseconds since 1970. `isStart`: nothing is served yet. `recordsFile` may be
 * `:memory:`, where nothing is kept.
 */
export type ReadingOptions = {
  folder: string
  indexFile: string
  recordsFile: string
  at: number
  isStart: boolean
  /** Drafts, scheduled and expired items are served as well. */
  showsDrafts: boolean
  /** How texts are sanitised: an index that was made with other options is made anew. */
  richText: RichTextOptions
}
/** `version` of the code that parses: an index of another one is discarded. `progress`: called often. */
type ReadingCode = { version: string; progress?: () => void }
/**
 * `isNew`: the index is another file than before. `signature`: of the folder before it was read. `nextAt`: when the next item appears
 * or disappears, in milliseconds since 1970. `recordsProblem`: why no text is kept.
 */
export type Reading = {
  problems: ContentProblem[]
  recordsProblem: string | undefined
  isNew: boolean
  signature: string
  /** The folders that have content. */
  folders: string[]
  nextAt: number | undefined
  update: ContentUpdate
}

/**
 * Calls `onRead` when the folder is read; resolves when the records are written too. Rejects when the folder
 * cannot be read, or with an error of SQLite.
 */
export async function readContent(
  { folder, indexFile, recordsFile, at, isStart, showsDrafts, richText }: ReadingOptions,
  { version, progress = () => {} }: ReadingCode,
  onRead: (reading: Reading) => void,
): Promise<void> {
  const records = openRecords(recordsFile, folder)
  const closing: (() => void)[] = [records.close]
  try {
    const settings = siteSettingsOf(folder, records.read)
    const { languages, sections, timeZone } = settings
    const folders = contentFolders(sections)
    const { signature } = scanFolder(folder, folders)
    const code = codeOf(version, { richText, showsDrafts })
    const kinds = sections.list.map(({ slug, kind }) => [slug, kind])
    const identity = JSON.stringify([code, resolve(folder), languages, timeZone, kinds])
    const { database, isNew } = openIndexToWrite(indexFile, identity)
    closing.push(() => database.close())
    if (!isNew) database.exec('begin immediate')
    forgetReading(database)
    const problems: ContentProblem[] = []
    const report: Report = (problem) => void problems.push(problem)
    const rows = createFileRows(database)
    const kept = createKeptFiles({ rows, records, parse: createParseBytes({ ...settings, richText }), at })
    const parse = createParseFile({ root: folder, ...settings, richText })
    const files = createStoredFiles({ rows, kept, root: folder, parse, progress })
    const content = readFolder({
      files,
      kept,
      known: records.known,
      root: folder,
      siteSettings: settings,
      report,
    })
    storeSiteSettings(database, settings)
    if (!isStart && !isNew) rejectEmpty(folder, database, content)
    kept.removeUnused()
    const media = await storeMedia({
      database,
      root: folder,
      siteSettings: settings,
      report,
      progress,
      found: content,
    })
    const isChanged = isNew || rows.isChanged() || media.changed.length > 0
    const formerSigns = formerSignsOf(records, content.texts, content.present)
    const publication = publish({
      database,
      served: content.served,
      moved: { moves: content.moves, formerSigns: formerSigns.all },
      isChanged,
      changedMedia: media.changed,
      showsDrafts,
      code,
      at,
    })
    const { nextAt, update } = isNew ? asNew(publication) : publication
    const { withheld } = kept
    const recordChanges = createRecordChanges({ records, formerSigns, root: folder, content, withheld })
    recordChanges.begin()
    database.exec('commit')
    const recordsProblem = records.problem()?.message
    onRead({ problems, recordsProblem, isNew, signature, folders, nextAt, update })
    await recordChanges.finish()
    const { version: served } = update
    const reading = { signature, folders, problems, at, nextAt, version: served }
    if (recordsProblem === undefined) storeReading(database, { code, folder }, reading)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    for (const close of closing) close()
  }
}

function asNew({ nextAt, update }: Published): Published {
  return { nextAt, update: { ...update, since: undefined, changes: 'unknown' } }
}

/** A network folder that is not mounted is an empty folder, and no reason to remove everything. */
function rejectEmpty(folder: string, database: DatabaseSync, { present }: Found): void {
  if (present.size > 0) return
  const { total } = database.prepare('select count(*) as total from entry').get() ?? {}
  if (Number(total) > 0) throw new Error(`content: ${folder} is empty`)
}

type MediaOptions = {
  database: DatabaseSync
  root: string
  siteSettings: SiteSettings
  found: Found
  report: Report
  progress: () => void
}

async function storeMedia(options: MediaOptions) {
  const { database, root, siteSettings, found, report, progress } = options
  const { served, urls, moves } = found
  const stored = await storeMediaFacts(database, createFindMedia(root), {
    progress,
    urls: new Set(urls.map(({ url }) => url).filter((url) => url.startsWith(mediaPrefix))),
  })
  const check = createLinkCheck(served, moves, siteSettings)
  const sizeOf = createFindMediaFact(database)
  const pictures = new Set<string>()
  for (const { file, line, url } of urls.filter(isOwn)) {
    const { size = 0 } = sizeOf(url)
    const isLarge = size > largestPicture && isPicture.test(url) && !pictures.has(url)
    if (isLarge) pictures.add(url)
    const fault = stored.missing.has(url)
      ? { ...say('no such file: {url}', { url }), effect: 'incomplete' as const }
      : isLarge
        ? { ...largePicture(url, size), effect: 'remark' as const }
        : check(file, url)
    if (fault) report({ file, line, ...fault })
  }
  return stored
}

/** Bytes of a picture that a page shows. */
const largestPicture = 1_500_000
const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

function largePicture(url: string, bytes: number): Problem {
  const size = (bytes / 1e6).toFixed(1)
  return say('{url} has {size} MB, which is slow to load: save it smaller', { url, size })
}
