// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { join } from 'node:path'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from './front.ts'
import type { LocalUrl } from './local-urls.ts'
import type { Fault, Report } from './problem.ts'
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
/** `urls`: those of all files, left out or not. */
type FolderEntries<Front> = { entries: Entry<Front>[]; urls: FileUrl[] }
export type FileUrl = LocalUrl & { file: string }

/** All files of one folder in the order of their names, without those that are left out; faults are reported. */
export async function readEntries<Front>({
  root,
  folder,
  files,
  report,
}: EntryFolder): Promise<FolderEntries<Front>> {
  const paths = namesIn(join(root, folder)).map((name) => `${folder}/${name}`)
  const stored = await files.update(
    folder,
    paths.filter((file) => nameOf(file)),
  )
  const entries: Entry<Front>[] = []
  const urls: FileUrl[] = []
  // A file that is being replaced may be missing for a moment.
  for (const file of [...new Set([...paths, ...stored.keys()])].sort()) {
    const name = nameOf(file)
    const found = stored.get(file)
    const faults = name ? (found?.faults ?? []) : [wrongName]
    for (const fault of faults) report({ file, ...fault })
    if (!name || !found) continue
    urls.push(...found.urls.map((url) => ({ file, ...url })))
    if (found.content === undefined) continue
    const { id: row, digest, lines } = found
    // The parser of this folder has read it.
    const front = found.content as Front
    entries.push({ row, file, digest, ...name, front, lineOf: (field) => lines[field] ?? 2 })
  }
  return { entries, urls }
}

const wrongName: Fault = { line: 1, problem: 'the name must end in .zh.md or .en.md', effect: 'left out' }

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
