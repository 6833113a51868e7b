// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pageKinds } from '../../../shared/constants.ts'
import { listOf } from '../../../shared/sections.ts'
import type { ContentUpdate } from '../../base/content-source.ts'
import { createParseBytes, createParseFile } from '../markdown/parse-file.ts'
import type { ContentProblem, Fault, Report } from '../markdown/problem.ts'
import { isNamed } from '../markdown/regular-file.ts'
import { contentFolders, scanFolder } from '../markdown/scan.ts'
import { siteFileNames } from '../markdown/site-files.ts'
import { siteSettingsOf } from '../markdown/site-settings.ts'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import { checkContent } from './checks.ts'
import { openIndexToRead, openIndexToWrite, readFact, setFact } from './content-index.ts'
import { createFiles, pathsIn } from './files.ts'
import { createFindMedia, storeMedia } from './media.ts'
import { storeMoves } from './moves.ts'
import { publish } from './publish.ts'
import { attachTexts, readText, updateTexts } from './texts.ts'
import { keepUnique } from './uniqueness.ts'

/** `at` in milliseconds since 1970. `isStart`: nothing is served yet. `recordsFile` may be `:memory:`, where nothing is kept. */
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
  /** Files that took too long, and are not read. */
  slow?: string[]
}
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
 * `version` of the code that parses: an index of another one is discarded. `started`: called with each file that is read, and with '' for each step after them. Rejects when the
 * folder cannot be read, or with an error of SQLite.
 */
export async function readContent(
  options: ReadingOptions,
  version: string,
  started: (path: string) => void = () => {},
): Promise<Reading> {
  const { folder: root, indexFile, recordsFile, at, isStart, showsDrafts, richText, slow = [] } = options
  const settings = siteSettingsOf(root, () => readText(recordsFile, root, 'site.yaml'))
  const { languages, sections, timeZone } = settings
  const folders = contentFolders(sections)
  const { signature } = scanFolder(root, folders)
  const code = codeOf(version, options)
  const kinds = sections.list.map(({ slug, kind }) => [slug, kind])
  const identity = JSON.stringify([code, resolve(root), languages, timeZone, kinds])
  const { database, isNew } = openIndexToWrite(indexFile, identity)
  try {
    const textsProblem = attachTexts(database, recordsFile, root)
    database.exec('begin')
    // Only a complete reading is used by the next start.
    setFact(database, 'reading', '')
    setFact(database, 'languages', JSON.stringify(languages))
    setFact(database, 'sections', JSON.stringify(listOf(sections) ?? null))
    const problems: ContentProblem[] = []
    const report: Report = (problem) => void problems.push(problem)
    const parsing = { ...settings, richText }
    const parseFile = createParseFile({ root, ...parsing })
    const files = createFiles({
      database,
      root,
      parseFile,
      parseBytes: createParseBytes(parsing),
      at,
      slow,
      started,
    })
    for (const folder of [...sections.slugs, ...pageKinds])
      files.update(folder, pathsIn(root, folder, report))
    files.update(
      '',
      siteFileNames.filter((file) => isNamed(join(root, file))),
    )
    if (!isStart && !isNew) rejectEmpty(root, database)
    reportFaults(database, report)
    for (const folders of [sections.slugs, ...pageKinds.map((kind) => [kind])])
      keepUnique(files.items(folders), { files, report })
    const step = () => started('')
    step()
    const media = await storeMedia(database, createFindMedia(root), step)
    const isChanged = isNew || files.isChanged() || media.changed.length > 0
    const {
      version: served,
      since,
      changes,
      nextAt,
    } = publish(database, { isChanged, showsDrafts, code, at })
    step()
    const isMoved = storeMoves({ database, siteSettings: settings, report })
    checkContent({ database, root, siteSettings: settings, missing: media.missing, isMoved, report })
    database.exec('commit')
    step()
    const recordsProblem = textsProblem ?? problemOf(() => updateTexts(database, root, files.suppressed))
    const changedMedia = media.changed.map((url) => ({ kind: 'media' as const, url }))
    const reading: Reading = {
      problems,
      recordsProblem,
      isNew,
      signature,
      folders,
      nextAt,
      update: isNew
        ? { version: served, since: undefined, changes: 'unknown' }
        : { version: served, since, changes: [...changes, ...changedMedia] },
    }
    if (recordsProblem === undefined)
      setFact(database, 'reading', JSON.stringify({ source: sourceOf(root, code), at, reading }))
    database.exec('pragma wal_checkpoint(truncate)')
    return reading
  } finally {
    database.close()
  }
}

function problemOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** A network folder that is not mounted is an empty folder, and no reason to remove everything. */
function rejectEmpty(folder: string, database: DatabaseSync): void {
  const { files, entries } = database
    .prepare('select exists (select 1 from file) as files, exists (select 1 from entry) as entries')
    .get()!
  if (!files && entries) throw new Error(`content: ${folder} is empty`)
}

function reportFaults(database: DatabaseSync, report: Report): void {
  const rows = database.prepare(
    `select path, faults, kept from file where faults <> '[]' order by kind = 'site', kind <> 'article', iif(kind = 'site', id, path)`,
  )
  for (const { path, faults, kept } of rows.all())
    for (const fault of JSON.parse(String(faults)) as Fault[]) {
      const isKept = kept === 1 && fault.effect === 'left out'
      report({ file: String(path), ...fault, ...(isKept && { effect: 'kept' }) })
    }
}

/** Version of the code that reads, and its options. */
function codeOf(
  version: string,
  { richText, showsDrafts }: Pick<ReadingOptions, 'richText' | 'showsDrafts'>,
): string {
  return JSON.stringify([version, { richText, showsDrafts }])
}

const sourceOf = (folder: string, code: string) => JSON.stringify([code, resolve(folder)])

/** The complete reading of an earlier process; undefined where the folder must be read, for whatever reason. */
export function storedReading(options: ReadingOptions, version: string): Reading | undefined {
  try {
    const database = openIndexToRead(options.indexFile)
    try {
      const stored = JSON.parse(readFact(database, 'reading') || '{}') as {
        source?: string
        at: number
        reading: Reading
      }
      if (stored.source !== sourceOf(options.folder, codeOf(version, options))) return undefined
      const { reading, at } = stored
      // The clock may have been set back: then no time is to be trusted.
      const isDue = options.at < at || options.at >= (reading.nextAt ?? Number.POSITIVE_INFINITY)
      const { version: served } = reading.update
      return isDue
        ? undefined
        : { ...reading, isNew: false, update: { version: served, since: served, changes: [] } }
    } finally {
      database.close()
    }
  } catch {
    // The reading makes the index, or reports what is wrong with it.
    return undefined
  }
}
