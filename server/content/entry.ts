// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { LocalUrl } from './local-urls.ts'
import type { Fault, Report } from './problem.ts'
import type { StoredFiles } from './stored-files.ts'

/** `row`: its id in the index. `item`: folder and NAME, which the two languages of one item share. */
export type Entry<Front> = {
  row: number
  file: string
  item: string
  lang: Locale
  front: Front
  lineOf: (field: string) => number
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
  const paths = (await visibleNames(join(root, folder))).map((name) => `${folder}/${name}`)
  const stored = await files.update(
    folder,
    paths.filter((file) => nameOf(file)),
  )
  const entries: Entry<Front>[] = []
  const urls: FileUrl[] = []
  for (const file of paths) {
    const name = nameOf(file)
    const found = stored.get(file)
    const faults = name ? (found?.faults ?? []) : [wrongName]
    for (const fault of faults) report({ file, ...fault })
    if (!name || !found) continue
    urls.push(...found.urls.map((url) => ({ file, ...url })))
    if (found.content === undefined) continue
    const { id: row, lines } = found
    // The parser of this folder has read it.
    const front = found.content as Front
    entries.push({ row, file, ...name, front, lineOf: (field) => lines[field] ?? 2 })
  }
  return { entries, urls }
}

const wrongName: Fault = { line: 1, problem: 'the name must end in .zh.md or .en.md', effect: 'left out' }

function nameOf(file: string): { item: string; lang: Locale } | undefined {
  const [, item = '', lang] = /^(.+)\.([^.]+)\.md$/.exec(file) ?? []
  return isLocale(lang) ? { item, lang } : undefined
}

async function visibleNames(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isVisible).sort()
}

/** Hidden files and temporary files of editors are not content. */
export function isVisible(name: string): boolean {
  return !/^[.#]|~$/.test(name)
}
