// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.
import { type Dirent, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { categories } from '../../shared/constants.ts'
import { openIndexToWrite } from './content-index.ts'
import { type FileUrl, isVisible, readEntries } from './entry.ts'
import type * as front from './front.ts'
import { timeZoneOf } from './local-time.ts'
import { storeMediaFacts } from './media-facts.ts'
import { createFindMedia, mediaPrefix } from './media-file.ts'
import { createIsMissing } from './missing-items.ts'
import { createParseAll } from './parse-files.ts'
import type { ContentProblem, Report } from './problem.ts'
import { type SiteFiles, siteFileOf, siteReaders } from './site-files.ts'
import { type Served, storeEntries } from './stored-entries.ts'
import { createStoredFiles, type StoredFile, type StoredFiles } from './stored-files.ts'
import { suggestion } from './suggestion.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'

export type ReadingOptions = { folder: string; indexFile: string }
/** `version` of the code that parses: an index of another one is discarded. `helperFile`: see parse-files.ts. */
export type ReadingCode = { version: string; helperFile?: string }
/** `isNew`: the index is another file than before. */
export type Reading = { problems: ContentProblem[]; isNew: boolean }

/**
 * Calls `onRead` when the folder is read; resolves when the search index is complete too. Rejects when the folder
 * cannot be read, or with an error of SQLite.
 */
export async function readContent(
  { folder, indexFile }: ReadingOptions,
  { version, helperFile }: ReadingCode,
  onRead: (reading: Reading) => void,
): Promise<void> {
  const timeZone = timeZoneOf(folder)
  const identity = JSON.stringify([version, resolve(folder), timeZone])
  const { database, isNew } = openIndexToWrite(indexFile, identity)
  try {
    if (!isNew) database.exec('begin immediate')
    const problems: ContentProblem[] = []
    const files = createStoredFiles({
      database,
      root: folder,
      parseAll: createParseAll({ root: folder, timeZone }, helperFile),
    })
    await readFolder({ database, files, root: folder, report: (problem) => problems.push(problem) })
    database.exec('commit')
    onRead({ problems, isNew })
    await fillSearchIndex(database)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

type FolderOptions = { database: DatabaseSync; files: StoredFiles; root: string; report: Report }

/** Files that are left out, and whatever else is wrong, are reported. */
async function readFolder({ database, files, root, report }: FolderOptions): Promise<void> {
  reportUnknown(await readdir(root, { withFileTypes: true }), report)
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
  const served: Served = { articles, abouts, downloads, manuals }
  urls.push(...(await readSiteFiles({ root, files, report })))
  if (files.isChanged()) storeEntries(database, served)

  const missing = await storeMediaFacts(database, createFindMedia(root), {
    urls: new Set(urls.map(({ url }) => url).filter((url) => url.startsWith(mediaPrefix))),
    digestsOf: new Set(downloads.flatMap(({ front }) => front.items.map(({ url }) => url))),
  })
  const isMissing = createIsMissing(served)
  for (const { file, line, url } of urls) {
    const problem = missing.has(url) ? 'no such file' : isMissing(file, url) && 'no such item'
    if (problem) report({ file, line, problem: `${problem}: ${url}`, effect: 'incomplete' })
  }
}

const folders = [...categories, 'about', 'download', 'manual', 'media']

const asFolder = (name: string) => `${name}/`

/** A misspelt name is content that the site does not show. Hidden files, backups of editors and documents are none. */
function reportUnknown(found: Dirent[], report: Report): void {
  const known = [...Object.keys(siteReaders), ...folders]
  for (const entry of found) {
    const { name } = entry
    if (known.includes(name) || !isVisible(name) || /^(readme|license|licence)\b/i.test(name)) continue
    const [file, what, candidates] = entry.isDirectory()
      ? [asFolder(name), 'unknown folder', folders.map(asFolder)]
      : [name, 'unknown file', Object.keys(siteReaders)]
    report({ file, line: 1, problem: what + suggestion(file, candidates), effect: 'ignored' })
  }
}

type SiteFilesOptions = Pick<FolderOptions, 'root' | 'files' | 'report'>

/** The local URLs of the site files. A file that is not there is an empty one. */
async function readSiteFiles({ root, files, report }: SiteFilesOptions): Promise<FileUrl[]> {
  const present = Object.keys(siteReaders).filter((file) => existsSync(join(root, file)))
  const stored = await files.update('', present)
  reportUnnamed(stored, report)
  return present.flatMap((file) => {
    const { faults = [], urls = [] } = stored.get(file) ?? {}
    for (const fault of faults) report({ file, ...fault })
    return urls.map((url) => ({ file, ...url }))
  })
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
