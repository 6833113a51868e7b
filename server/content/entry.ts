// Content entries: the Markdown files of one folder, parsed and validated.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Reader } from '../../shared/content/reader.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { isSafeUrl } from './fields.ts'
import type { Link, Rendered, RenderMarkdown } from './markdown.ts'
import { type MediaReference, mediaReferences } from './media-file.ts'
import type { ParseCache } from './parse-cache.ts'
import { fileFault, isFileFault, type Report } from './problem.ts'
import { parseSource, readSource, readTextFile, type Source, splitFrontMatter } from './source.ts'

/** `item`: folder and NAME, which the two languages of one item share. */
export type Entry<Front> = {
  file: string
  item: string
  lang: Locale
  front: Front
  page: Rendered
  media: MediaReference[]
  lineOf: (field: string) => number
}

type EntryFolder = {
  root: string
  folder: string
  render: RenderMarkdown
  parseCache: ParseCache
  report: Report
}

/** All files of one folder in the order of their names, without the invalid ones, which are reported. */
export async function readEntries<Front>(where: EntryFolder, reader: Reader<Front>): Promise<Entry<Front>[]> {
  const entries: Entry<Front>[] = []
  for (const name of await visibleNames(join(where.root, where.folder))) {
    const file = `${where.folder}/${name}`
    try {
      entries.push(readEntry(where, file, reader))
    } catch (error) {
      if (!isFileFault(error)) throw error
      where.report({ file, line: error.line, problem: error.message, effect: 'left out' })
    }
    // A reload reads all files while requests are served.
    await yieldToEventLoop()
  }
  return entries
}

async function visibleNames(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Hidden files and temporary files of editors are not content.
  return names.filter((name) => !/^[.#]|~$/.test(name)).sort()
}

function readEntry<Front>(where: EntryFolder, file: string, reader: Reader<Front>): Entry<Front> {
  const [, item = '', lang] = /^(.+)\.([^.]+)\.md$/.exec(file) ?? []
  if (!isLocale(lang)) throw fileFault(1, 'the name must end in .zh.md or .en.md')
  const text = readTextFile(join(where.root, file))
  const parsed = where.parseCache.get(file, text, () => parseEntry(text, where.render, reader))
  const lineOf = (field: string) => sourceOf(text).lineOf(field)
  return { file, item, lang, ...parsed, lineOf }
}

function sourceOf(text: string): Source {
  return parseSource(splitFrontMatter(text).yaml, 2)
}

function parseEntry<Front>(text: string, render: RenderMarkdown, reader: Reader<Front>) {
  const { body, bodyLine } = splitFrontMatter(text)
  const source = sourceOf(text)
  const front = readSource(source, reader)
  const page = render(body)
  const links = page.links.map((link) => ({ ...link, line: link.line + bodyLine - 1 }))
  rejectUnsafe(links)
  return {
    front,
    page,
    media: [...mediaReferences(source.value, source.lineOf), ...links.flatMap(mediaLink)],
  }
}

function rejectUnsafe(links: Link[]): void {
  const unsafe = links.find(({ url, kind }) => !isSafeUrl(url) && !(kind === 'link' && isInPlace(url)))
  if (unsafe) throw fileFault(unsafe.line, `unsafe URL: ${unsafe.url}`)
}

/** URLs that only a link in text may have: a fragment of the same page, mailto, tel. */
function isInPlace(url: string): boolean {
  return /^(#|mailto:|tel:)/.test(url)
}

function mediaLink({ url, line }: Link): MediaReference[] {
  return mediaReferences(url, () => line)
}
