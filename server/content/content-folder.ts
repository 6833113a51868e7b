// Content folder: reads all files and checks them against each other.
import { readdir } from 'node:fs/promises'
import { categories } from '../../shared/constants.ts'
import type { ArticleEntry } from './article-index.ts'
import { type Entry, readEntries } from './entry.ts'
import * as front from './front.ts'
import type { RenderMarkdown } from './markdown.ts'
import type { MediaFacts, ReadMediaFacts } from './media-facts.ts'
import type { FileMedia } from './media-file.ts'
import type { ParseCache } from './parse-cache.ts'
import type { Report } from './problem.ts'
import { readSiteFiles, type SiteFiles } from './site-files.ts'
import { keepUnique, keepWithParent } from './uniqueness.ts'

export type ContentFolder = {
  articles: ArticleEntry[]
  abouts: Entry<front.AboutFront>[]
  downloads: Entry<front.DownloadFront>[]
  manuals: Entry<front.ManualFront>[]
  site: SiteFiles
  media: MediaFacts
}

type ContentFolderOptions = {
  root: string
  render: RenderMarkdown
  readMediaFacts: ReadMediaFacts
  parseCache: ParseCache
  report: Report
}

/** Invalid files are reported and left out; rejects when the folder itself cannot be read. */
export async function readContentFolder(options: ContentFolderOptions): Promise<ContentFolder> {
  const { root, render, readMediaFacts, parseCache, report } = options
  await readdir(root)
  const where = (folder: string) => ({ root, folder, render, parseCache, report })
  const articleFolders = []
  for (const category of categories) {
    articleFolders.push(await readEntries(where(category), front.articleReaders[category]))
  }
  const articles = keepWithParent(keepUnique(articleFolders.flat(), report), report)
  const abouts = keepUnique(await readEntries(where('about'), front.readAboutFront), report)
  const downloads = keepUnique(await readEntries(where('download'), front.readDownloadFront), report)
  const manuals = keepUnique(await readEntries(where('manual'), front.readManualFront), report)
  const site = readSiteFiles(root, parseCache, report)

  parseCache.prune()

  const entries = [...articles, ...abouts, ...downloads, ...manuals]
  const named = [...entries.flatMap(mediaOf), ...site.media]
  const media = await readMediaFacts({
    urls: named.map(({ url }) => url),
    digestsOf: downloads.flatMap((entry) => entry.front.items.map(({ url }) => url)),
  })
  for (const { file, line, url } of named) {
    if (!media.sizes.has(url)) report({ file, line, problem: `no such file: ${url}`, effect: 'incomplete' })
  }
  return { articles, abouts, downloads, manuals, site, media }
}

function mediaOf({ file, media }: Entry<unknown>): FileMedia[] {
  return media.map((reference) => ({ file, ...reference }))
}
