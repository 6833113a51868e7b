// Parser of content files: front matter, HTML, plain text and local URLs of one file, and its faults. The HTML is sanitised here,
// once: what is stored is what pages show.
import { isContentError } from '../../../shared/content/content-error.ts'
import { say } from '../../../shared/content/problem.ts'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import type { SiteSettings } from '../../../shared/site-settings.ts'
import { createWithOffset } from '../../base/time-zone.ts'
import { idOfFragment, isPageId } from '../rich-text/ids.ts'
import { createRichText, type RichTextOptions } from '../rich-text/rich-text.ts'
import { urlProblem } from './fields.ts'
import { frontReaders } from './front.ts'
import { type LocalUrl, localUrls, seldomShownPictures } from './local-urls.ts'
import { type Link, type Rendered, renderMarkdown } from './markdown.ts'
import type { Fault } from './problem.ts'
import { type SearchDocument, searchDocumentsOf } from './search-documents.ts'
import { siteReaders } from './site-files.ts'
import { decodeText, parseSource, readSource, splitFrontMatter } from './source.ts'

/** `content` is stored as JSON; undefined for a file that is left out. `html` is for responses, `safe` for pages. */
export type ParsedFile = {
  content: unknown
  faults: Fault[]
  urls: LocalUrl[]
  page?: { html: string; safe: SafeHtml; chapters: unknown[] }
  documents?: SearchDocument[]
}

/** Never throws. The result depends on the arguments only. */
export type ParseBytes = (file: string, bytes: Uint8Array) => ParsedFile

/** Dates without an offset are local times of the time zone. */
export function createParseBytes(settings: SiteSettings, richText: RichTextOptions): ParseBytes {
  const { sections, timeZone } = settings
  const readers = siteReaders(settings)
  const sanitise = createRichText(richText)
  const withOffset = createWithOffset(timeZone)

  function parseSiteFile(file: string, text: string): ParsedFile {
    const source = parseSource(text)
    const urls = localUrls(source.value, source.lineOf)
    const { content, faults } = readSource(source, readers[file]!, withOffset)
    return { content, faults: byLine([...faults, ...source.remarks, ...seldomShownPictures(urls)]), urls }
  }

  function parseItem(file: string, text: string): ParsedFile {
    const [folder = ''] = file.split('/')
    const kind = sections.kindOf(folder) ?? folder
    const { yaml, body } = splitFrontMatter(text)
    const source = parseSource(yaml, 2)
    const { content, faults: ofFront } = readSource(source, frontReaders[kind]!, withOffset)
    const page = renderMarkdown(body)
    // Aliases are no links, and what is downloaded may be a picture of any kind.
    const { aliases: _, ...front } = isRecord(source.value) ? source.value : {}
    const { attachments: __, items: ___, ...shown } = front
    const pictures = page.links.filter(({ kind }) => kind === 'image')
    const faults = [
      ...ofFront,
      ...source.remarks,
      ...page.links.flatMap(unsafeUrl),
      ...page.remarks,
      ...deadFragments(page),
      ...seldomShownPictures([...localUrls(shown, source.lineOf), ...pictures]),
    ]
    const linked = page.links.flatMap(({ url, line }) => localUrls(url, () => line))
    const urls = [...localUrls(front, source.lineOf), ...linked]
    const isLeftOut = faults.some(({ effect }) => effect === 'left out')
    if (!content || isLeftOut) return { content: undefined, faults: byLine(faults), urls }
    return {
      content,
      faults: byLine(faults),
      page: {
        html: page.html,
        safe: sanitise(page.html, localeOf(file)),
        chapters: page.sections.slice(1).map(({ id, title }) => ({ id, title })),
      },
      // The folder is a section, or one of another kind of page.
      documents: searchDocumentsOf(kind as Parameters<typeof searchDocumentsOf>[0], content, page.sections),
      urls,
    }
  }

  return (file, bytes) => {
    const parse = file.includes('/') ? parseItem : parseSiteFile
    const [parsed, fault] = resultOrFault(() => parse(file, decodeText(bytes)))
    return parsed ?? { content: undefined, faults: [fault], urls: [] }
  }
}

/** The line of a field, as in ContentError, of a file that can be parsed. */
export function lineIn(file: string, bytes: Uint8Array, field: string): number {
  const text = decodeText(bytes)
  const source = file.includes('/') ? parseSource(splitFrontMatter(text).yaml, 2) : parseSource(text)
  return source.lineOf(field)
}

/** By the ending of the name, `.zh.md`. */
export function localeOf(file: string): Locale | undefined {
  const lang = file.split('.').at(-2)
  return isLocale(lang) ? lang : undefined
}

/** A text that breaks a parser is a fault of one file, and no reason to stop reading the others. */
export function resultOrFault<T>(work: () => T): [T, undefined] | [undefined, Fault] {
  try {
    return [work(), undefined]
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const problem = isContentError(error)
      ? { problem: message, zh: error.zh }
      : say('cannot be parsed: {message}', { message })
    return [undefined, { line: 1, ...problem, effect: 'left out' }]
  }
}

function byLine(faults: Fault[]): Fault[] {
  return faults.toSorted((a, b) => a.line - b.line)
}

/** A link in text may also be a fragment of the same page, mailto or tel. */
function unsafeUrl({ url, line, kind }: Link): Fault[] {
  const problem = kind === 'link' && /^(#|mailto:|tel:)/.test(url) ? undefined : urlProblem(url)
  return problem
    ? [{ line, ...say('unsafe URL: {url}; {problem}', { url, problem }), effect: 'left out' }]
    : []
}

/** Links to a heading that is not there. */
function deadFragments({ links, ids }: Pick<Rendered, 'links' | 'ids'>): Fault[] {
  const known = new Set(ids)
  return links.flatMap(({ url, line }): Fault[] => {
    const id = idOfFragment(url)
    if (!/^#./.test(url) || known.has(id) || isPageId(id)) return []
    return [{ line, ...say('no heading of this text has the id {id}', { id }), effect: 'remark' }]
  })
}
