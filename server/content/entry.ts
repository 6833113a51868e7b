// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { MediaReference } from './media-file.ts'
import type { Report } from './problem.ts'
import type { StoredFiles } from './stored-files.ts'

/** `row`: its id in the index. `item`: folder and NAME, which the two languages of one item share. */
export type Entry<Front> = {
  row: number
  file: string
  item: string
  lang: Locale
  front: Front
  media: MediaReference[]
  lineOf: (field: string) => number
}

type EntryFolder = { root: string; folder: string; files: StoredFiles; report: Report }

/** All files of one folder in the order of their names, without the invalid ones, which are reported. */
export async function readEntries<Front>({
  root,
  folder,
  files,
  report,
}: EntryFolder): Promise<Entry<Front>[]> {
  const paths = (await visibleNames(join(root, folder))).map((name) => `${folder}/${name}`)
  const stored = await files.update(
    folder,
    paths.filter((file) => nameOf(file)),
  )
  return paths.flatMap((file) => {
    const name = nameOf(file)
    const found = stored.get(file)
    const fault = name ? found?.fault : { line: 1, problem: 'the name must end in .zh.md or .en.md' }
    if (fault) report({ file, ...fault, effect: 'left out' })
    if (!name || !found || found.fault) return []
    const { id: row, media, lines } = found
    // The parser of this folder has read it.
    const front = found.content as Front
    return [{ row, file, ...name, front, media, lineOf: (field: string) => lines[field] ?? 2 }]
  })
}

function nameOf(file: string): { item: string; lang: Locale } | undefined {
  const [, item = '', lang] = /^(.+)\.([^.]+)\.md$/.exec(file) ?? []
  return isLocale(lang) ? { item, lang } : undefined
}

async function visibleNames(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Hidden files and temporary files of editors are not content.
  return names.filter((name) => !/^[.#]|~$/.test(name)).sort()
}
