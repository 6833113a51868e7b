// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { join } from 'node:path'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from './front.ts'
import type { MediaReference } from './media-file.ts'
import type { Report } from './problem.ts'
import { visibleNames } from './scan.ts'
import type { StoredFiles } from './stored-files.ts'

/** `row`: its id in the index. `digest`: of the file. `item`: folder and NAME, which the two languages of one item share. */
export type Entry<Front> = {
  row: number
  file: string
  digest: string
  item: string
  lang: Locale
  front: Front
  media: MediaReference[]
  lineOf: (field: string) => number
}

/** The entries of all folders, without the invalid ones. */
export type Served = {
  articles: Entry<ArticleFront>[]
  abouts: Entry<AboutFront>[]
  downloads: Entry<DownloadFront>[]
  manuals: Entry<ManualFront>[]
}

type EntryFolder = { root: string; folder: string; files: StoredFiles; report: Report }

/** All files of one folder in the order of their names, without the invalid ones, which are reported. */
export async function readEntries<Front>({
  root,
  folder,
  files,
  report,
}: EntryFolder): Promise<Entry<Front>[]> {
  const paths = namesIn(join(root, folder)).map((name) => `${folder}/${name}`)
  const stored = await files.update(
    folder,
    paths.filter((file) => nameOf(file)),
  )
  // A file that is being replaced may be missing for a moment.
  return [...new Set([...paths, ...stored.keys()])].sort().flatMap((file) => {
    const name = nameOf(file)
    const found = stored.get(file)
    const fault = name ? found?.fault : { line: 1, problem: 'the name must end in .zh.md or .en.md' }
    if (fault) report({ file, ...fault, effect: 'left out' })
    if (found?.unread) report({ file, ...found.unread, effect: 'kept' })
    if (!name || !found || found.fault) return []
    const { id: row, digest, media, lines } = found
    // The parser of this folder has read it.
    const front = found.content as Front
    return [{ row, file, digest, ...name, front, media, lineOf: (field: string) => lines[field] ?? 2 }]
  })
}

function nameOf(file: string): { item: string; lang: Locale } | undefined {
  const [, item = '', lang] = /^(.+)\.([^.]+)\.md$/.exec(file) ?? []
  return isLocale(lang) ? { item, lang } : undefined
}

function namesIn(path: string): string[] {
  try {
    return visibleNames(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
