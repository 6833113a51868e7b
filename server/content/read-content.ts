// Reading: updates the content index from the folder. Takes long with much content, so it runs on its own thread.
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { categories } from '../../shared/constants.ts'
import { openIndexToWrite } from './content-index.ts'
import { type Entry, readEntries } from './entry.ts'
import * as front from './front.ts'
import { createMarkdown } from './markdown.ts'
import { storeMediaFacts } from './media-facts.ts'
import { createFindMedia, type FileMedia } from './media-file.ts'
import type { ContentProblem, Report } from './problem.ts'
import { fillSearchIndex } from './search-index.ts'
import { readSiteFiles } from './site-files.ts'
import { type Served, storeEntries } from './stored-entries.ts'
import { createStoredFiles } from './stored-files.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'

export type ReadingOptions = { folder: string; indexFile: string }
/** `isNew`: the index is another file than before. */
export type Reading = { problems: ContentProblem[]; isNew: boolean }

/**
 * `version` of the code that parses: an index of another one is discarded. Calls `onRead` when the folder is read;
 * resolves when the search index is complete too. Rejects when the folder cannot be read, or with an error of SQLite.
 */
export async function readContent(
  { folder, indexFile }: ReadingOptions,
  version: string,
  onRead: (reading: Reading) => void,
): Promise<void> {
  const { database, isNew } = openIndexToWrite(indexFile, JSON.stringify([version, resolve(folder)]))
  try {
    if (!isNew) database.exec('begin immediate')
    const problems: ContentProblem[] = []
    await readFolder(database, folder, (problem) => problems.push(problem))
    database.exec('commit')
    onRead({ problems, isNew })
    await fillSearchIndex(database)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

/** Invalid files are reported and left out. */
async function readFolder(database: DatabaseSync, root: string, report: Report): Promise<void> {
  await readdir(root)
  const files = createStoredFiles(database, (file) => join(root, file))
  const render = createMarkdown()
  const where = (folder: string) => ({ root, folder, render, files, report })
  const articleFolders = []
  for (const category of categories) {
    articleFolders.push(await readEntries(where(category), front.articleReaders[category]))
  }
  const articles = keepWithParent(keepUnique(articleFolders.flat(), report), report)
  const abouts = keepUnique(await readEntries(where('about'), front.readAboutFront), report)
  const downloads = keepUnique(await readEntries(where('download'), front.readDownloadFront), report)
  const manuals = keepUnique(await readEntries(where('manual'), front.readManualFront), report)
  const site = readSiteFiles(files, report)
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
