// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { categories } from '../../shared/constants.ts'
import type { ContentUpdate } from '../base/origin.ts'
import { openIndexToWrite } from './content-index.ts'
import { type FileUrl, readEntries, type Served } from './entry.ts'
import type * as front from './front.ts'
import { timeZoneOf } from './local-time.ts'
import { storeMediaFacts } from './media-facts.ts'
import { createFindMedia, mediaPrefix } from './media-file.ts'
import { createIsMissing } from './missing-items.ts'
import { createParseAll } from './parse-files.ts'
import type { ContentProblem, Report } from './problem.ts'
import { type Published, publish } from './publish.ts'
import { reportMissingProducts } from './relations.ts'
import { scanFolder } from './scan.ts'
import { fillSearchIndex } from './search-index.ts'
import { type SiteFiles, siteFileOf, siteReaders } from './site-files.ts'
import { createStoredFiles, type StoredFile, type StoredFiles } from './stored-files.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'
import { reportUnknown } from './unknown-files.ts'

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
  const timeZone = timeZoneOf(folder)
  const { signature } = scanFolder(folder)
  const identity = JSON.stringify([version, resolve(folder), timeZone])
  const { database, isNew } = openIndexToWrite(indexFile, identity)
  try {
    if (!isNew) database.exec('begin immediate')
    const problems: ContentProblem[] = []
    const files = createStoredFiles({
      database,
      root: folder,
      parseAll: createParseAll({ root: folder, timeZone }, helperFile),
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

/** `urls`: the local URLs of all files. */
type Found = { served: Served; urls: FileUrl[]; siteFiles: number }
type FolderOptions = { files: StoredFiles; root: string; report: Report }

/** Files that are left out, and whatever else is wrong, are reported. */
async function readFolder({ files, root, report }: FolderOptions): Promise<Found> {
  reportUnknown(root, report)
  const urls: FileUrl[] = []
  const read = async <Front>(folder: string) => {
    const found = await readEntries<Front>({ root, folder, files, report })
    urls.push(...found.urls)
    return found.entries
  }
  const articleFolders = []
  for (const category of categories) articleFolders.push(await read<front.ArticleFront>(category))
  const articles = keepWithParent(keepUnique(articleFolders.flat(), report), report)
  const abouts = keepUnique(await read<front.AboutFront>('about'), report)
  const downloads = keepUnique(await read<front.DownloadFront>('download'), report)
  const manuals = keepUnique(await read<front.ManualFront>('manual'), report)
  const site = await readSiteFiles({ root, files, report })
  urls.push(...site.urls)
  const served = { articles, abouts, downloads, manuals }
  reportMissingProducts(served, report)
  return { served, urls, siteFiles: site.total }
}

/** A network folder that is not mounted is an empty folder, and no reason to remove everything. */
function rejectEmpty(folder: string, database: DatabaseSync, { served, siteFiles }: Found): void {
  if (siteFiles > 0 || Object.values(served).flat().length > 0) return
  const { total } = database.prepare('select count(*) as total from entry').get() ?? {}
  if (Number(total) > 0) throw new Error(`content: ${folder} is empty`)
}

async function storeMedia(database: DatabaseSync, root: string, { served, urls }: Found, report: Report) {
  const stored = await storeMediaFacts(database, createFindMedia(root), {
    urls: new Set(urls.map(({ url }) => url).filter((url) => url.startsWith(mediaPrefix))),
    digestsOf: new Set(served.downloads.flatMap(({ front }) => front.items.map(({ url }) => url))),
  })
  const isMissing = createIsMissing(served)
  for (const { file, line, url } of urls) {
    const problem = stored.missing.has(url) ? 'no such file' : isMissing(file, url) && 'no such item'
    if (problem) report({ file, line, problem: `${problem}: ${url}`, effect: 'incomplete' })
  }
  return stored
}

/** The local URLs of the site files, and the number of these files. A file that is not there is an empty one. */
async function readSiteFiles({
  root,
  files,
  report,
}: FolderOptions): Promise<{ urls: FileUrl[]; total: number }> {
  const present = Object.keys(siteReaders).filter((file) => existsSync(join(root, file)))
  const stored = await files.update('', present)
  reportUnnamed(stored, report)
  const urls = [...stored].flatMap(([file, { faults, urls }]) => {
    for (const fault of faults) report({ file, ...fault })
    return urls.map((url) => ({ file, ...url }))
  })
  return { urls, total: stored.size }
}

/** A site with a description and without a name. */
function reportUnnamed(stored: Map<string, StoredFile>, report: Report): void {
  const file = siteFileOf('site')
  // As their readers have parsed them.
  const site = stored.get(file)?.content as SiteFiles['site'] | undefined
  const brand = stored.get(siteFileOf('brand'))?.content as SiteFiles['brand'] | undefined
  const isDescribed = Object.values(site?.zh ?? {}).some((value) => value !== undefined)
  if (!isDescribed || site?.zh.title || brand?.zh?.name) return
  const problem = 'zh.title is missing, and brand.yaml has no zh.name'
  report({ file, line: 1, problem, effect: 'incomplete' })
}
