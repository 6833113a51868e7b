// Parser of content files: front matter, HTML, plain text and media references of one file, or its fault.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Reader } from '../../shared/content/reader.ts'
import { brandFile, parseBrand } from './brand.ts'
import { isSafeUrl } from './fields.ts'
import { articleReaders, readAboutFront, readDownloadFront, readManualFront } from './front.ts'
import { createMarkdown, type Link, type RenderMarkdown } from './markdown.ts'
import { type MediaReference, mediaReferences } from './media-file.ts'
import { fileFault, isFileFault } from './problem.ts'
import { searchTextOf } from './search-words.ts'
import { siteReaders } from './site-files.ts'
import { parseSource, readBytes, readSource, splitFrontMatter, textOf } from './source.ts'

/** `content` is stored as JSON, `lines` are those of its fields for later checks. */
export type ParsedFile = {
  content: unknown
  media: MediaReference[]
  lines: Record<string, number>
  page?: { html: string; chapters: unknown[] }
  searchText?: string
}
export type Fault = { line: number; problem: string }

/** `file` is relative to the content folder. `digest`: of the bytes that were parsed last. */
export type ParseTask = { file: string; digest: string | undefined }
/** `same`: the bytes are those of the digest. `unread`: they cannot be read. */
export type ParseResult = { file: string } & (
  | { kind: 'same' }
  | { kind: 'parsed'; digest: string; parsed: ParsedFile }
  | { kind: 'invalid'; digest: string; fault: Fault }
  | { kind: 'unread'; fault: Fault }
)
export type ParseFile = (task: ParseTask) => ParseResult

const pageReaders: Record<string, Reader<Front>> = {
  ...articleReaders,
  about: readAboutFront,
  download: readDownloadFront,
  manual: readManualFront,
}

/** The result depends on the path and the bytes of the file only. */
export function createParseFile(root: string): ParseFile {
  const render = createMarkdown()

  function parse(file: string, bytes: Uint8Array): ParsedFile {
    if (file === brandFile) return parseBrandFile(textOf(bytes))
    const [folder = '', name] = file.split('/')
    return name === undefined
      ? parseSiteFile(textOf(bytes), siteReaders[file]!)
      : parseEntry(textOf(bytes), render, pageReaders[folder]!)
  }

  return ({ file, digest: last }) => {
    const [bytes, unread] = resultOrFault(() => readBytes(join(root, file)))
    if (unread) return { file, kind: 'unread', fault: unread }
    const digest = hash('sha256', bytes)
    if (digest === last) return { file, kind: 'same' }
    const [parsed, fault] = resultOrFault(() => parse(file, bytes))
    return fault ? { file, kind: 'invalid', digest, fault } : { file, kind: 'parsed', digest, parsed }
  }
}

function resultOrFault<T>(work: () => T): [T, undefined] | [undefined, Fault] {
  try {
    return [work(), undefined]
  } catch (error) {
    if (!isFileFault(error)) throw error
    return [undefined, { line: error.line, problem: error.message }]
  }
}

function parseSiteFile(text: string, reader: Reader<unknown>): ParsedFile {
  const source = parseSource(text)
  const content = readSource(source, reader)
  return { content, media: mediaReferences(source.value, source.lineOf), lines: {} }
}

function parseBrandFile(text: string): ParsedFile {
  const { media, ...content } = parseBrand(text)
  return { content, media, lines: {} }
}

type Front = { title: string; summary?: string | undefined }

/** Fields that files are checked against each other by. */
const checkedFields = ['id', 'sign', 'parent']

function parseEntry(text: string, render: RenderMarkdown, reader: Reader<Front>): ParsedFile {
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
