// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { join } from 'node:path'
import { say } from '../../shared/content/problem.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from '../sources/markdown/front.ts'
import type { LocalUrl } from '../sources/markdown/local-urls.ts'
import type { Fault, Report } from '../sources/markdown/problem.ts'
import { statOf, visibleNames } from '../sources/markdown/scan.ts'
import type { Visibility } from '../sources/markdown/visibility.ts'
import type { FileRow } from './file-rows.ts'
import type { StoredFile, StoredFiles } from './stored-files.ts'

/**
 * `row`: its id in the index. `digest`: of the text. `item`: folder and NAME, which the two languages of one item share.
 * `isKept`: the text is that of the record.
 */
export type Entry<Front> = {
  row: number
  file: string
  digest: string
  item: string
  lang: Locale
  front: Front
  visibility: Visibility
  isKept: boolean
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
/** `urls`: those of all files, left out or not. `files`: all files, in whatever state. */
type FolderEntries<Front> = { entries: Entry<Front>[]; urls: FileUrl[]; files: string[] }
/** `isKept`: in the text of a record, which has other lines than the file. */
export type FileUrl = LocalUrl & { file: string; isKept: boolean }

/** All files of one folder in the order of their names, without those that are left out; faults are reported. */
export function readEntries<Front>({ root, folder, files, report }: EntryFolder): FolderEntries<Front> {
  const paths = namesIn(join(root, folder)).map((name) => `${folder}/${name}`)
  const stored = files.update(
    folder,
    paths.filter((file) => nameOf(file)),
  )
  const entries: Entry<Front>[] = []
  const urls: FileUrl[] = []
  for (const file of paths) {
    const name = nameOf(file)
    const row = stored.get(file)
    const faults = name ? (row?.faults ?? []) : [wrongName(join(root, file))]
    for (const fault of faults) report({ file, ...fault })
    if (!name || !row) continue
    urls.push(...row.urls.map((url) => ({ file, isKept: row.isKept, ...url })))
    if (row.content !== undefined) entries.push(entryOf(file, name, row))
  }
  return { entries, urls, files: [...stored.keys()] }
}

function entryOf<Front>(file: string, name: Name, found: StoredFile): Entry<Front> {
  const { id: row, digest, lines, visibility, isKept } = found
  // The parser of this folder has read it.
  const front = found.content as Front
  return {
    row,
    file,
    digest,
    ...name,
    front,
    visibility,
    isKept,
    lineOf: (field) => lines[field] ?? 2,
  }
}

/** The entry with the text of its record. */
export function keptEntry<Front>(entry: Entry<Front>, row: FileRow): Entry<Front> {
  const { file, item, lang } = entry
  return entryOf(file, { item, lang }, { ...row, isKept: true })
}

/** A file that may be one without its language, or something else. */
function wrongName(path: string): Fault {
  const isFolder = statOf(path)?.isDirectory()
  const problem = isFolder
    ? say('a folder in a folder of Markdown files: move its files up')
    : say('the name must end in .zh.md or .en.md')
  return { line: 1, ...problem, effect: 'left out' }
}

type Name = { item: string; lang: Locale }

function nameOf(file: string): Name | undefined {
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
