// Rich text sanitiser: HTML of the origin reduced to allowed tags, attributes and URLs.
import type { Attributes, IOptions } from 'sanitize-html'
import sanitizeHtml from 'sanitize-html'
import { contentError, type SafeHtml } from '../../shared/content/reader.ts'
import { imageSize } from '../../shared/image.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import { headingHtml, typesetHtml } from '../../shared/typography.ts'
import { linkEmbeds } from './embeds.ts'
import { imageSizes } from './html.ts'
import { deepest, mostCharacters } from './limits.ts'
import { alignNumberColumns } from './number-columns.ts'
import { nameRows } from './row-headers.ts'

const ownIds = /^(?:data|content|main-menu|build-error|contact-form|form-.*|part-.*|site-.*)$/

const headings = ['h2', 'h3', 'h4', 'h5', 'h6']
const textElements =
  'a abbr b br cite code del em i ins kbd mark q s samp small span strong sub sup time u'.split(' ')
const structure = [
  ...'blockquote dd details div dl dt figcaption figure hr img li ol p pre section summary ul'.split(' '),
  ...'caption table tbody td tfoot th thead tr'.split(' '),
]

const options = {
  allowedTags: [...headings, ...textElements, ...structure],
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    ...Object.fromEntries(headings.map((tag) => [tag, ['id', 'lang', 'dir', 'title']])),
    a: ['href', 'rel', 'hreflang', 'download'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    details: ['open'],
  },
  nonTextTags: ['script', 'style', 'textarea'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    // Only the words of forms stay.
    select: 'ul',
    option: 'li',
    ...Object.fromEntries(headings.map((tag) => [tag, withoutOwnIds])),
    a: (tagName: string, attribs: Attributes) => ({ tagName, attribs: external(attribs) }),
  },
} satisfies IOptions

export const richTextTags: readonly string[] = options.allowedTags

/** Elements whose text has no language. */
const codeTags = ['code', 'kbd', 'pre', 'samp']

/** `locale`: the language of the text, where it is known. */
export type LocalizedRichText = (html: string, locale?: Locale) => SafeHtml

export type RichTextOptions = { imageHosts: readonly string[] }

/** Removes images of other hosts than this site and `imageHosts`. The result throws ContentError for too long or too deep HTML. */
export function createRichText({ imageHosts }: RichTextOptions): LocalizedRichText {
  const isShown = (src: string | undefined) => isImageOf(src ?? '', imageHosts)
  const own: IOptions = {
    ...options,
    transformTags: {
      ...options.transformTags,
      img: (tagName, attribs) => ({ tagName, attribs: withCopies(sized(attribs), isShown) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isShown(attribs['src']),
  }
  return (html, locale) => {
    if (html.length > mostCharacters || depthOf(html) > deepest) throw contentError('less rich text', html)
    const sanitised = sanitizeHtml(linkEmbeds(html), own)
    const safe = locale ? typesetTexts(sanitised, locale) : sanitised
    const tables = scrollingTables(namedHeaders(nameRows(alignNumberColumns(markAlerts(safe)))))
    return numberedHeadings(tables) as SafeHtml
  }
}

/** Texts between tags. The sanitiser's own filter gets pieces that end at each entity, which are too short for quotation marks. */
function typesetTexts(html: string, locale: Locale): string {
  const open: string[] = []
  const parts = html.split(/(<[^<>]*>)/).map((part) => {
    const [, closing, tag] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    if (tag === undefined) {
      if (part === '' || open.some((tag) => codeTags.includes(tag))) return part
      const text = part.replaceAll('&quot;', '"')
      return markForeignRuns(typesetText(text, open.at(-1) ?? '', locale), locale)
    }
    if (closing) open.pop()
    else if (!part.endsWith('/>')) open.push(tag)
    return part
  })
  return parts.join('')
}

function typesetText(text: string, tag: string, locale: Locale): string {
  return /^h\d$/.test(tag) ? headingHtml(text, locale) : typesetHtml(text, locale)
}

/** The most tags that are open at once, allowed or not. */
function depthOf(html: string): number {
  let open = 0
  let most = 0
  for (const [, closing] of html.matchAll(/<(\/?)(?!(?:br|hr|img|col|wbr)\b)[a-z]/gi)) {
    open = closing ? Math.max(0, open - 1) : open + 1
    most = Math.max(most, open)
  }
  return most
}

/** The URL parser decides, because browsers treat a backslash as a slash. */
function isImageOf(src: string, hosts: readonly string[]): boolean {
  const { origin, hostname } = URL.parse(src, 'https://site.invalid') ?? {}
  if (src === '' || origin === undefined || hostname === undefined) return false
  if (origin === 'https://site.invalid') return true
  return hosts.some((host) =>
    host.startsWith('https://*.')
      ? origin.startsWith('https://') && hostname.endsWith(host.slice('https://*'.length))
      : origin === host,
  )
}

/** Removes ids that the page uses itself. */
function withoutOwnIds(tagName: string, { id, ...rest }: Attributes) {
  const isOurs = id === undefined || ownIds.test(id)
  return { tagName, attribs: isOurs ? rest : { ...rest, id } }
}

function external(attribs: Attributes): Attributes {
  const { target: _, rel: __, ...rest } = attribs
  return /^https?:/i.test(rest['href'] ?? '') ? { ...rest, rel: 'noopener noreferrer' } : rest
}

function sized(attribs: Attributes): Attributes {
  const { width, height } = imageSize(attribs['src'] ?? '') ?? {}
  const known = width && height ? { width: String(width), height: String(height) } : {}
  return { ...attribs, ...known, loading: 'lazy', decoding: 'async', alt: attribs['alt'] ?? '' }
}

/** Only copies with a width, from the hosts that images are shown from. */
function withCopies(
  { srcset = '', sizes: _, ...rest }: Attributes,
  isShown: (src: string) => boolean,
): Attributes {
  const copies = srcset.split(/,\s+/).flatMap((candidate) => {
    const [, url = '', width] = /^\s*([^\s,]+)\s+(\d{1,5}w)\s*$/.exec(candidate) ?? []
    return width && isShown(url) ? [`${url} ${width}`] : []
  })
  return copies.length > 0 ? { ...rest, srcset: copies.join(', '), sizes: imageSizes } : rest
}

/** A header cell without text, such as the corner of a table with row headers, names nothing: it is a data cell. */
function namedHeaders(html: string): string {
  return html.replace(
    /<th((?: (?:colspan|rowspan)="[^"<>]*")*)(?: scope="[^"<>]*")?>\s*<\/th>/g,
    (_, spans: string) => `<td${spans}></td>`,
  )
}

/** A wide table scrolls in its own box. The input is sanitised, so that these patterns match all tables. */
function scrollingTables(html: string): string {
  return html
    .replace(/<table(?=[ >])/g, '<div class="table-scroll"><table')
    .replaceAll('</table>', '</table></div>')
}

/** Adds ids to h2 elements without one, so that they can be linked to. */
function numberedHeadings(html: string): string {
  let number = 0
  return html.replace(/<h2(?![^>]* id=)(?=[ >])/g, () => `<h2 id="section-${++number}"`)
}

/** In English text any Chinese; in Chinese text only phrases of four words and more, not names and terms. */
const foreign: Record<Locale, { run: RegExp; language: Locale }> = {
  en: { run: /\p{Script=Han}[\p{Script=Han}\u3001-\u301f\uff01-\uff5e]*/gu, language: 'zh' },
  zh: { run: /\b[A-Za-z][a-z]*(?:,? [A-Za-z]?[a-z]+){3,}/g, language: 'en' },
}

/** `text` is escaped HTML without tags; the result is the same with `span` elements. */
function markForeignRuns(text: string, locale: Locale): string {
  const { run, language } = foreign[locale]
  return text.replace(run, (words) => `<span lang="${languageTag(language)}">${words}</span>`)
}

/** Kinds of alerts, from the mildest to the most severe, by words of both languages and those of GitHub's `[!NOTE]`. */
const alertKinds = {
  note: ['note', 'tip', 'important', '注', '说明', '提示', '备注'],
  warning: ['warning', 'caution', '注意', '警告', '小心'],
  danger: ['danger', '危险'],
}

const alertOf = new Map(
  Object.entries(alertKinds).flatMap(([kind, words]) => words.map((word) => [word, kind])),
)

/**
 * A blockquote that begins with a bold word such as **Warning** gets a class and a role. `html` is sanitised, so the only attributes of a blockquote are those that the sanitiser allows.
 */
function markAlerts(html: string): string {
  return html.replace(
    /<blockquote>(\s*<p>)(?:<(strong|b)>([^<]{1,12})<\/\2>|\[!([A-Z]{1,12})\](?:<br \/>)?\s*)/g,
    (whole, opening: string, tag: string | undefined, bold = '', word = '') => {
      const kind = alertOf.get((bold || word).toLowerCase().replace(/[:：.。!！]$/, ''))
      if (!kind) return whole
      return `<blockquote class="alert alert-${kind}" role="note">${opening}${tag ? `<strong>${bold}</strong>` : ''}`
    },
  )
}
