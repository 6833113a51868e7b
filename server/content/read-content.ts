// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { categories } from '../../shared/constants.ts'
import { brandFile, type ParsedBrand } from './brand.ts'
import { openIndexToWrite } from './content-index.ts'
import { type Entry, readEntries } from './entry.ts'
import type * as front from './front.ts'
import { storeMediaFacts } from './media-facts.ts'
import { createFindMedia, type FileMedia } from './media-file.ts'
import { createParseAll } from './parse-files.ts'
import type { ContentProblem, Report } from './problem.ts'
import { type SiteFiles, siteFileOf, siteReaders } from './site-files.ts'
import { type Served, storeEntries } from './stored-entries.ts'
import { createStoredFiles, type StoredFiles } from './stored-files.ts'
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
  const { database, isNew } = openIndexToWrite(indexFile, JSON.stringify([version, resolve(folder)]))
  try {
    if (!isNew) database.exec('begin immediate')
    const problems: ContentProblem[] = []
    const files = createStoredFiles({
      database,
      root: folder,
      parseAll: createParseAll(folder, helperFile),
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

/** Invalid files are reported and left out. */
async function readFolder({ database, files, root, report }: FolderOptions): Promise<void> {
  await readdir(root)
  const read = <Front>(folder: string) => readEntries<Front>({ root, folder, files, report })
  const articleFolders = []
  for (const category of categories) articleFolders.push(await read<front.ArticleFront>(category))
  const articles = keepWithParent(keepUnique(articleFolders.flat(), report), report)
  const abouts = keepUnique(await read<front.AboutFront>('about'), report)
  const downloads = keepUnique(await read<front.DownloadFront>('download'), report)
  const manuals = keepUnique(await read<front.ManualFront>('manual'), report)
  const site = await readSiteFiles(files, root, report)
  const served: Served = { articles, abouts, downloads, manuals }
  if (files.isChanged()) storeEntries(database, served)

  const named = [...Object.values(served).flat().flatMap(mediaOf), ...site]
  const missing = await storeMediaFacts(database, createFindMedia(root), {
    urls: new Set(named.map(({ url }) => url)),
    digestsOf: new Set(downloads.flatMap(({ front }) => front.items.map(({ url }) => url))),
  })
  for (const { file, line, url } of named) {
    if (missing.has(url)) report({ file, line, problem: `no such file: ${url}`, effect: 'incomplete' })
  }
}

function mediaOf({ file, media }: Entry<unknown>): FileMedia[] {
  return media.map((reference) => ({ file, ...reference }))
}

/** The references to media in the site files. A folder without brand.yaml has the neutral brand. */
async function readSiteFiles(files: StoredFiles, root: string, report: Report): Promise<FileMedia[]> {
  const names = [...Object.keys(siteReaders), ...(existsSync(join(root, brandFile)) ? [brandFile] : [])]
  const stored = await files.update('', names)
  // As parse-file.ts has parsed it.
  const brand = stored.get(brandFile)?.content as ParsedBrand | undefined
  for (const problem of brand?.problems ?? []) report({ file: brandFile, ...problem, effect: 'incomplete' })
  const site = stored.get(siteFileOf('site'))?.content as SiteFiles['site'] | undefined
  if (site && !site.zh.title && !brand?.brand.zh?.name) {
    const problem = 'zh.title is missing, and brand.yaml has no zh.name'
    report({ file: siteFileOf('site'), line: 1, problem, effect: 'incomplete' })
  }
  return names.flatMap((file) => {
    const found = stored.get(file)
    if (found?.fault) report({ file, ...found.fault, effect: 'left out' })
    return found && !found.fault ? found.media.map((reference) => ({ file, ...reference })) : []
  })
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
