// Parser of content files: front matter, HTML, plain text and local URLs of one file, and its faults. The HTML is sanitised here,
// once: what is stored is what pages show.
import { hash } from 'node:crypto'
import { say } from '../../../shared/content/problem.ts'
import { isContentError, type Reader, type SafeHtml } from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import type { SiteSettings } from '../../../shared/site-settings.ts'
import { createWithOffset } from '../../base/time-zone.ts'
import { deepest, mostCharacters } from '../rich-text/limits.ts'
import { createRichText, type RichTextOptions } from '../rich-text/rich-text.ts'
import { checkedLines } from './checked-fields.ts'
import { isSafeUrl, urlProblem } from './fields.ts'
import {
  type AboutFront,
  type ArticleFront,
  articleReaders,
  type DownloadFront,
  type ManualFront,
  readAboutFront,
  readDownloadFront,
  readManualFront,
} from './front.ts'
import { type LocalUrl, localUrls, seldomShownPictures } from './local-urls.ts'
import { createMarkdown, type Link, type Rendered } from './markdown.ts'
import { inBothLanguages } from './one-language.ts'
import { type Fault, fileFault, isFileFault } from './problem.ts'
import { deadFragments, neverPublic, unknownHighlights } from './remarks.ts'
import { type SearchDocument, searchDocumentsOf } from './search-documents.ts'
import { siteReaders } from './site-files.ts'
import { parseSource, readSource, type SourceContent, splitFrontMatter, textOf } from './source.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/**
 * `content` is stored as JSON; undefined for a file that is left out. `lines` are those of its fields for later checks.
 * `html` is for responses, `safe` for pages.
 */
export type ParsedFile = {
  content: unknown
  faults: Fault[]
  urls: LocalUrl[]
  lines: Record<string, number>
  /** What its front matter says of it, also where it is left out. */
  visibility: Visibility
  page?: { html: string; safe: SafeHtml; chapters: unknown[] }
  documents?: SearchDocument[]
}

/** Dates without an offset are local times of the time zone. */
type ParseOptions = SiteSettings & { richText: RichTextOptions }

const pageReaders: Record<string, Reader<Front>> = {
  about: readAboutFront,
  download: readDownloadFront,
  manual: readManualFront,
}

/** Never throws. The result depends on the arguments only. */
export type ParseBytes = (file: string, bytes: Uint8Array) => ParsedFile

export function createParseBytes(options: ParseOptions): ParseBytes {
  const { languages, sections, timeZone, richText } = options
  const readers = siteReaders(options)
  const render = createMarkdown()
  const sanitise = createRichText(richText)
  const withOffset = createWithOffset(timeZone)

  function parse(file: string, bytes: Uint8Array): Parsed {
    const [folder = '', name] = file.split('/')
    return name === undefined ? parseSiteFile(file, textOf(bytes)) : parseEntry(file, folder, textOf(bytes))
  }

  function parseSiteFile(file: string, text: string): Parsed {
    const written = parseSource(text)
    const source = { ...written, value: inBothLanguages(file, written.value, languages) }
    const urls = localUrls(source.value, source.lineOf)
    if (source.faults.length > 0) return { content: undefined, faults: source.faults, urls, lines: {} }
    const { content, faults } = readSource(source, readers[file]!, withOffset)
    const lines = checkedLines(content, source.lineOf)
    const remarks = [...source.remarks, ...seldomShownPictures(urls)]
    return { content, faults: byLine([...faults, ...remarks]), urls, lines }
  }

  function parseEntry(file: string, folder: string, text: string): Parsed {
    // Of the section that the folder is.
    const kind = sections.kindOf(folder)
    const { yaml, body, bodyLine } = splitFrontMatter(text)
    const source = parseSource(yaml, 2)
    const front: SourceContent<Front> =
      source.faults.length > 0
        ? { content: undefined, faults: source.faults }
        : readSource<Front>(source, kind ? articleReaders[kind] : pageReaders[folder]!, withOffset)
    const page = render(body)
    const inFile = <T extends { line: number }>(found: T) => ({ ...found, line: found.line + bodyLine - 1 })
    const links = page.links.map(inFile)
    const faults = byLine([
      ...front.faults,
      ...source.remarks,
      ...links.filter(isUnsafe).map(unsafeUrl),
      ...page.remarks.map(inFile),
      ...deadFragments({ ...page, links }),
      ...seldomShownPictures([
        ...localUrls(without(source.value, ['attachments', 'items']), source.lineOf),
        ...links.filter(({ kind }) => kind === 'image'),
      ]),
      ...(front.content
        ? [neverPublic, unknownHighlights].flatMap((of) => of(front.content!, source.lineOf))
        : []),
    ])
    const isLeftOut = faults.some(({ effect }) => effect === 'left out')
    const urls = [
      ...localUrls(without(source.value, ['aliases']), source.lineOf),
      ...links.flatMap(({ url, line }) => localUrls(url, () => line)),
    ]
    const lines = checkedLines(front.content, source.lineOf)
    if (isLeftOut || !front.content) return { content: undefined, faults, urls, lines }
    return {
      content: front.content,
      faults,
      page: {
        html: page.html,
        safe: inRange(() => sanitise(page.html, localeOf(file)), bodyLine),
        chapters: chaptersOf(page),
      },
      documents: searchDocumentsOf(folder, kind, front.content, page.sections),
      urls,
      lines,
    }
  }

  return (file, bytes) => {
    const [parsed, fault] = resultOrFault(() => parse(file, bytes))
    const leftOut = (fault: Fault) => ({ content: undefined, faults: [fault], urls: [], lines: {} })
    const visibility = file.endsWith('.md') ? visibilityOf(Buffer.from(bytes).toString()) : {}
    return { ...(fault ? leftOut(fault) : parsed), visibility }
  }
}

/** By the ending of the name, `.zh.md`. */
export function localeOf(file: string): Locale | undefined {
  const lang = file.split('.').at(-2)
  return isLocale(lang) ? lang : undefined
}

export function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

type Parsed = Omit<ParsedFile, 'visibility'>

function resultOrFault<T>(work: () => T): [T, undefined] | [undefined, Fault] {
  try {
    return [work(), undefined]
  } catch (error) {
    // A text that breaks a parser is a fault of one file, and no reason to stop reading the others.
    if (isFileFault(error)) {
      const { line, message, zh } = error
      return [undefined, { line, problem: message, zh, effect: 'left out' }]
    }
    const message = error instanceof Error ? error.message : String(error)
    return [undefined, { line: 1, ...say('cannot be parsed: {message}', { message }), effect: 'left out' }]
  }
}

type Front = ArticleFront | AboutFront | DownloadFront | ManualFront

function byLine(faults: Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line)
}

function without(front: unknown, fields: string[]): unknown {
  return isRecord(front)
    ? Object.fromEntries(Object.entries(front).filter(([name]) => !fields.includes(name)))
    : front
}

/** Throws FileFault for what the sanitiser rejects. */
function inRange(sanitise: () => SafeHtml, line: number): SafeHtml {
  try {
    return sanitise()
  } catch (error) {
    if (!isContentError(error)) throw error
    const text = 'text: expected at most {characters} characters of HTML and {depth} open elements'
    throw fileFault(line, say(text, { characters: mostCharacters, depth: deepest }))
  }
}

function chaptersOf({ headings }: Rendered): { id: string; title: string }[] {
  return headings.filter(({ level }) => level === 2).map(({ id, title }) => ({ id, title }))
}

function isUnsafe({ url, kind }: Link): boolean {
  return !isSafeUrl(url) && !(kind === 'link' && isInPlace(url))
}

/** URLs that only a link in text may have: a fragment of the same page, mailto, tel. */
function isInPlace(url: string): boolean {
  return /^(#|mailto:|tel:)/.test(url)
}

function unsafeUrl({ url, line }: Link): Fault {
  const problem = say('unsafe URL: {url}; {problem}', { url, problem: urlProblem(url) })
  return { line, ...problem, effect: 'left out' }
}
