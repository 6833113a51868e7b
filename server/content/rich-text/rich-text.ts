// Rich text sanitiser: HTML of the upstream reduced to allowed tags, attributes and URLs.
import { isTag, isText, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import type { Attributes, IOptions } from 'sanitize-html'
import sanitizeHtml from 'sanitize-html'
import type { SafeHtml } from '../../../shared/content/reader.ts'
import { escapeHtml } from '../../../shared/escape-html.ts'
import { imageSize } from '../../../shared/image.ts'
import { type Locale, languageTag } from '../../../shared/locale.ts'
import { headingHtml, typesetHtml } from '../../../shared/typography.ts'
import { linkEmbeds } from './embeds.ts'
import { nameElements } from './ids.ts'
import { deepest, mostCharacters, tooMuch } from './limits.ts'
import { arrangeTables } from './tables.ts'
import { elementsOf, innerText, parseHtml, replaceChildren, serialiseHtml } from './tree.ts'

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
    '*': ['id', 'lang', 'dir', 'title'],
    a: ['href', 'rel', 'hreflang', 'download'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
    th: ['class', 'scope', 'colspan', 'rowspan'],
    td: ['class', 'colspan', 'rowspan'],
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
    // The words of forms alone stay.
    select: 'ul',
    option: 'li',
    a: (tagName: string, attribs: Attributes) => ({ tagName, attribs: link(attribs) }),
    img: (tagName: string, attribs: Attributes) => ({ tagName, attribs: image(attribs) }),
    th: aligned,
    td: aligned,
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
  const own: IOptions = {
    ...options,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isImageOf(attribs['src'], imageHosts),
  }
  return (html, locale) => {
    if (html.length > mostCharacters || isTooDeep(html)) throw tooMuch()
    const tree = parseHtml(sanitizeHtml(linkEmbeds(html), own))
    markAlerts(tree)
    if (locale) typesetTexts(tree, locale)
    arrangeTables(tree)
    nameElements(elementsOf(tree, ...options.allowedTags))
    // Safe: the sanitiser's elements, and those of this room.
    return serialiseHtml(tree) as SafeHtml
  }
}

/** Whether more than `deepest` elements are open at once, allowed or not. Few texts have so many start tags at all. */
function isTooDeep(html: string): boolean {
  if (html.split('<', deepest + 2).length <= deepest + 1) return false
  let open = 0
  let most = 0
  const parser = new Parser({
    onopentagname() {
      open++
      most = Math.max(most, open)
      // The parser looks for the start of each end tag among all open elements.
      if (most > deepest) parser.reset()
    },
    onclosetag: () => void open--,
  })
  parser.end(html)
  return most > deepest
}

function typesetTexts(parent: ParentNode, locale: Locale): void {
  const isHeading = 'name' in parent && headings.includes(parent.name)
  replaceChildren(parent, (node) => {
    if (isTag(node) && !codeTags.includes(node.name)) typesetTexts(node, locale)
    if (!isText(node)) return [node]
    // Quotation marks are for the typography.
    const text = escapeHtml(node.data).replaceAll('&quot;', '"')
    const set = markForeignRuns(isHeading ? headingHtml(text, locale) : typesetHtml(text, locale), locale)
    return set === text ? [node] : parseHtml(set).children
  })
}

/** The URL parser decides, because browsers treat a backslash as a slash. */
function isImageOf(src = '', hosts: readonly string[]): boolean {
  const { origin, hostname } = URL.parse(src, 'https://site.invalid') ?? {}
  if (src === '' || origin === undefined || hostname === undefined) return false
  if (origin === 'https://site.invalid') return true
  return hosts.some((host) =>
    host.startsWith('https://*.')
      ? origin.startsWith('https://') && hostname.endsWith(host.slice('https://*'.length))
      : origin === host,
  )
}

/** The name of an anchor is its id. */
function link({ target: _, rel: __, name, ...rest }: Attributes): Attributes {
  const attribs = name ? { id: name, ...rest } : rest
  return /^https?:/i.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener noreferrer' } : attribs
}

/** `align`, or `text-align` of `style`, as a class. */
function aligned(tagName: string, { class: _, align, style = '', ...rest }: Attributes) {
  const [, side] = /(?:^|[;\s])text-align\s?:\s?([a-z]+)/i.exec(align ? `text-align:${align}` : style) ?? []
  const className = sides[side?.toLowerCase() ?? '']
  return { tagName, attribs: className ? { class: className, ...rest } : rest }
}

const sides: Record<string, string> = {
  left: 'align-start',
  start: 'align-start',
  center: 'align-center',
  right: 'align-end',
  end: 'align-end',
}

function image(attribs: Attributes): Attributes {
  const size = imageSize(attribs['src'] ?? '')
  return {
    ...attribs,
    ...(size && { width: String(size.width), height: String(size.height) }),
    loading: 'lazy',
    decoding: 'async',
    alt: attribs['alt'] ?? '',
  }
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

/** Kinds of alerts, from the mildest to the most severe, by words of both languages. */
const alertKinds = {
  note: ['note', 'tip', 'important', '注', '说明', '提示', '备注'],
  warning: ['warning', 'caution', '注意', '警告', '小心'],
  danger: ['danger', '危险'],
}

/** A blockquote that begins with a bold word such as **Warning** gets a class and a role. */
function markAlerts(tree: ParentNode): void {
  for (const quote of elementsOf(tree, 'blockquote')) {
    const paragraph = quote.children.find((node) => !isText(node) || node.data.trim() !== '')
    if (!paragraph || !isTag(paragraph) || paragraph.name !== 'p') continue
    const [first] = paragraph.children
    if (!first || !isTag(first) || !['strong', 'b'].includes(first.name)) continue
    const word = innerText(first)
      .toLowerCase()
      .replace(/[:：.。!！]$/, '')
    const [kind] = Object.entries(alertKinds).find(([, words]) => words.includes(word)) ?? []
    if (!kind) continue
    quote.attribs = { class: `alert alert-${kind}`, role: 'note', ...quote.attribs }
    first.name = 'strong'
  }
}
