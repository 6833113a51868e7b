// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.
import { resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { categories } from '../../shared/constants.ts'
import type { ContentUpdate } from '../base/origin.ts'
import { openIndexToWrite } from './content-index.ts'
import { type Entry, readEntries, type Served } from './entry.ts'
import type * as front from './front.ts'
import { storeMediaFacts } from './media-facts.ts'
import { createFindMedia, type FileMedia } from './media-file.ts'
import { createParseAll } from './parse-files.ts'
import type { ContentProblem, Report } from './problem.ts'
import { type Published, publish } from './publish.ts'
import { scanFolder } from './scan.ts'
import { siteReaders } from './site-files.ts'
import { createStoredFiles, type StoredFiles } from './stored-files.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'

/** `at` in milliseconds since 1970. `isStart`: nothing is served yet, so that files are read as they are. */
export type ReadingOptions = { folder: string; indexFile: string; at: number; isStart: boolean }
/** `version` of the code that parses: an index of another one is discarded. `helperFile`: see parse-files.ts. */
export type ReadingCode = { version: string; helperFile?: string }
/**
 * `isNew`: the index is another file than before. `isUnsettled`: files are being written. `signature`: of the folder before
 * it was read. `nextAt`: when the next item appears or disappears, in milliseconds since 1970.
 */
export type Reading = {
  problems: ContentProblem[]
  isNew: boolean
  isUnsettled: boolean
  signature: string
  nextAt: number | undefined
  update: ContentUpdate
}

/**
 * Calls `onRead` when the folder is read; resolves when the search index is complete too. Rejects when the folder
 * cannot be read, or with an error of SQLite.
 */
export async function readContent(
  { folder, indexFile, at, isStart }: ReadingOptions,
  { version, helperFile }: ReadingCode,
  onRead: (reading: Reading) => void,
): Promise<void> {
  const { signature } = scanFolder(folder)
  const { database, isNew } = openIndexToWrite(indexFile, JSON.stringify([version, resolve(folder)]))
  try {
    if (!isNew) database.exec('begin immediate')
    const problems: ContentProblem[] = []
    const files = createStoredFiles({
      database,
      root: folder,
      parseAll: createParseAll(folder, helperFile),
      settles: !isStart,
    })
    const found = await readFolder({ files, root: folder, report: (problem) => problems.push(problem) })
    if (!isStart && !isNew) rejectEmpty(folder, database, found)
    const media = await storeMedia(database, folder, found, (problem) => problems.push(problem))
    const isChanged = isNew || files.isChanged() || media.isChanged
    const publication = publish({ database, served: found.served, isChanged, code: version, at })
    const { nextAt, update } = isNew ? asNew(publication) : publication
    database.exec('commit')
    onRead({ problems, isNew, isUnsettled: files.isUnsettled(), signature, nextAt, update })
    await fillSearchIndex(database)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

function asNew({ nextAt, update }: Published): Published {
  return { nextAt, update: { ...update, since: undefined, changes: 'unknown' } }
}

type Found = { served: Served; site: FileMedia[]; siteFiles: number }
type FolderOptions = { files: StoredFiles; root: string; report: Report }

/** Invalid files are reported and left out. */
async function readFolder({ files, root, report }: FolderOptions): Promise<Found> {
  const read = <Front>(folder: string) => readEntries<Front>({ root, folder, files, report })
  const articleFolders = []
  for (const category of categories) articleFolders.push(await read<front.ArticleFront>(category))
  const articles = keepWithParent(keepUnique(articleFolders.flat(), report), report)
  const abouts = keepUnique(await read<front.AboutFront>('about'), report)
  const downloads = keepUnique(await read<front.DownloadFront>('download'), report)
  const manuals = keepUnique(await read<front.ManualFront>('manual'), report)
  const site = await readSiteFiles(files, report)
  return { served: { articles, abouts, downloads, manuals }, ...site }
}

/** A network folder that is not mounted is an empty folder, and no reason to remove everything. */
function rejectEmpty(folder: string, database: DatabaseSync, { served, siteFiles }: Found): void {
  if (siteFiles > 0 || Object.values(served).flat().length > 0) return
  const { total } = database.prepare('select count(*) as total from entry').get() ?? {}
  if (Number(total) > 0) throw new Error(`content: ${folder} is empty`)
}

async function storeMedia(database: DatabaseSync, root: string, { served, site }: Found, report: Report) {
  const named = [...Object.values(served).flat().flatMap(mediaOf), ...site]
  const stored = await storeMediaFacts(database, createFindMedia(root), {
    urls: new Set(named.map(({ url }) => url)),
    digestsOf: new Set(served.downloads.flatMap(({ front }) => front.items.map(({ url }) => url))),
  })
  for (const { file, line, url } of named) {
    if (stored.missing.has(url)) report({ file, line, problem: `no such file: ${url}`, effect: 'incomplete' })
  }
  return stored
}

function mediaOf({ file, media }: Entry<unknown>): FileMedia[] {
  return media.map((reference) => ({ file, ...reference }))
}

/** The references to media in the site files, and the number of these files. */
async function readSiteFiles(files: StoredFiles, report: Report) {
  const stored = await files.update('', Object.keys(siteReaders))
  const site = Object.keys(siteReaders).flatMap((file): FileMedia[] => {
    const found = stored.get(file)
    if (found?.fault) report({ file, ...found.fault, effect: 'left out' })
    if (found?.unread) report({ file, ...found.unread, effect: 'kept' })
    return found && !found.fault ? found.media.map((reference) => ({ file, ...reference })) : []
  })
  return { site, siteFiles: [...stored.values()].filter(({ id }) => id > 0).length }
}

/** Texts for each transaction. */
const indexedAtOnce = 100

/** Until nothing is pending. The search does not need it: it reads the texts meanwhile. */
async function fillSearchIndex(database: DatabaseSync): Promise<void> {
  const some = database.prepare(
    `select file, text from pending join search_text using (file) order by file limit ${indexedAtOnce}`,
  )
  const put = database.prepare('insert or replace into search (rowid, text) values (?, ?)')
  const done = database.prepare('delete from pending where file = ?')
  for (let rows = some.all(); rows.length > 0; rows = some.all()) {
    database.exec('begin immediate')
    for (const { file, text } of rows) {
      put.run(Number(file), String(text))
      done.run(Number(file))
    }
    database.exec('commit')
    await yieldToEventLoop()
  }
}
