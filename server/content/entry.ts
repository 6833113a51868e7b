// Content entries: the Markdown files of one folder, parsed, validated and stored in the content index.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../shared/content/reader.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import { isSafeUrl } from './fields.ts'
import type { Link, RenderMarkdown } from './markdown.ts'
import { type MediaReference, mediaReferences } from './media-file.ts'
import { fileFault, isFileFault, type Report } from './problem.ts'
import { searchTextOf } from './search-words.ts'
import { parseSource, readSource, splitFrontMatter, textOf } from './source.ts'
import type { ParsedFile, StoredFiles } from './stored-files.ts'

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

type Titled = { title: string; summary?: string | undefined }

type EntryFolder = {
  root: string
  folder: string
  render: RenderMarkdown
  files: StoredFiles
  report: Report
}

/** All files of one folder in the order of their names, without the invalid ones, which are reported. */
export async function readEntries<Front extends Titled>(
  where: EntryFolder,
  reader: Reader<Front>,
): Promise<Entry<Front>[]> {
  const entries: Entry<Front>[] = []
  const stored = where.files.open(where.folder)
  const parse = (bytes: Uint8Array) => parseEntry(textOf(bytes), where.render, reader)
  for (const name of await visibleNames(join(where.root, where.folder))) {
    const file = `${where.folder}/${name}`
    try {
      const { item, lang } = nameOf(file)
      const { id, content, media, lines } = stored.read(file, parse)
      // As `parseEntry` stored it.
      const front = content as Front
      entries.push({ row: id, file, item, lang, front, media, lineOf: (field) => lines[field] ?? 2 })
    } catch (error) {
      if (!isFileFault(error)) throw error
      where.report({ file, line: error.line, problem: error.message, effect: 'left out' })
    }
  }
  stored.end()
  return entries
}

function nameOf(file: string): { item: string; lang: Locale } {
  const [, item = '', lang] = /^(.+)\.([^.]+)\.md$/.exec(file) ?? []
  if (!isLocale(lang)) throw fileFault(1, 'the name must end in .zh.md or .en.md')
  return { item, lang }
}

async function visibleNames(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // Hidden files and temporary files of editors are not content.
  return names.filter((name) => !/^[.#]|~$/.test(name)).sort()
}

/** Fields that files are checked against each other by. */
const checkedFields = ['id', 'sign', 'parent']

function parseEntry<Front extends Titled>(
  text: string,
  render: RenderMarkdown,
  reader: Reader<Front>,
): ParsedFile {
  const { yaml, body, bodyLine } = splitFrontMatter(text)
  const source = parseSource(yaml, 2)
  const front = readSource(source, reader)
  const page = render(body)
  const links = page.links.map((link) => ({ ...link, line: link.line + bodyLine - 1 }))
  rejectUnsafe(links)
  const chapters = page.headings.filter(({ level }) => level === 2).map(({ id, title }) => ({ id, title }))
  return {
    content: front,
    page: { html: page.html, chapters },
    searchText: searchTextOf([front.title, front.summary ?? '', page.text]),
    media: [...mediaReferences(source.value, source.lineOf), ...links.flatMap(mediaLink)],
    lines: Object.fromEntries(checkedFields.map((field) => [field, source.lineOf(field)])),
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
