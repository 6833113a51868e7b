// HTML of a content system: its links and files, and its text.
import { escapeHtml } from '../../shared/escape-html.ts'

/** The attribute `sizes` of pictures, which are as wide as the text. */
export const imageSizes = '(min-width: 62rem) 46rem, 100vw'

type RewriteUrls = {
  /** Undefined for a text that is no link. */
  link: (url: string) => string | undefined
  media: (url: string) => string
}

const attribute = /(\s)(href|src|srcset|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/** Replaces the URLs of attributes. The result is sanitised where it is read. */
export function rewriteHtml(html: string, { link, media }: RewriteUrls): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => {
    const isLink = /^<a\s/i.test(tag)
    return tag.replace(attribute, (_, space: string, name: string, double?: string, single?: string) => {
      const value = decodeEntities(double ?? single ?? '')
      const change = isLink ? (url: string) => linkOrMedia(url, link, media) : media
      const changed = name.toLowerCase() === 'srcset' ? changeSrcset(value, media) : change(value)
      return changed === undefined ? '' : `${space}${name}="${escapeHtml(changed)}"`
    })
  })
}

/** A link to a file leads to the file, any other one to a page. */
function linkOrMedia(
  url: string,
  link: RewriteUrls['link'],
  media: RewriteUrls['media'],
): string | undefined {
  const file = media(url)
  return file === url ? link(url) : file
}

function changeSrcset(value: string, change: (url: string) => string): string {
  return value
    .split(/,\s+/)
    .map((candidate) => {
      const [url = '', ...descriptor] = candidate.trim().split(/\s+/)
      return [change(url), ...descriptor].join(' ')
    })
    .join(', ')
}

/** The URLs of links. */
export function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
  return links.map(([, double, single]) => decodeEntities(double ?? single ?? ''))
}

/** The text without tags and entities, in one line. */
export function textOfHtml(html: string): string {
  const spaced = replaceElements(html, ['script', 'style'], () => ' ').replace(
    /<\/(?:p|li|h\d|tr|td|th|div)>|<br\s?\/?>/gi,
    ' ',
  )
  return decodeEntities(spaced.replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Adds an id to each h2 without one, and lists them. */
export function withChapters(html: string): { html: string; chapters: { id: string; title: string }[] } {
  const chapters: { id: string; title: string }[] = []
  const changed = replaceElements(html, ['h2'], (attributes, inner) => {
    const given = /\sid\s{0,9}=\s{0,9}["']?([^\s"'<>]+)/i.exec(attributes)?.[1]
    const id = given ?? `chapter-${chapters.length + 1}`
    chapters.push({ id, title: textOfHtml(inner) })
    return `<h2${given ? attributes : `${attributes} id="${id}"`}>${inner}</h2>`
  })
  return { html: changed, chapters }
}

type Tag = { name: string; isClosing: boolean; attributes: string; start: number; end: number }

/**
 * Each element with one of the names, from its start tag to the next end tag of that name. One forward scan: an expression
 * that looks for the end tag from each start tag is quadratic over start tags alone.
 */
export function replaceElements(
  html: string,
  names: string[],
  replace: (attributes: string, inner: string) => string,
): string {
  const tags = tagsIn(html, names)
  const lastEnd = new Map(tags.filter(({ isClosing }) => isClosing).map(({ name, start }) => [name, start]))
  let result = ''
  let done = 0
  let open: Tag | undefined
  for (const tag of tags) {
    if (!open && !tag.isClosing && (lastEnd.get(tag.name) ?? -1) > tag.start) open = tag
    if (!open || !tag.isClosing || tag.name !== open.name) continue
    result += html.slice(done, open.start) + replace(open.attributes, html.slice(open.end, tag.start))
    done = tag.end
    open = undefined
  }
  return result + html.slice(done)
}

function tagsIn(html: string, names: string[]): Tag[] {
  const tags = html.matchAll(new RegExp(`<(/?)(${names.join('|')})(?![\\w-])([^<>]*)>`, 'gi'))
  return [...tags].map(({ 0: whole, 1: slash, 2: name = '', 3: attributes = '', index }) => ({
    name: name.toLowerCase(),
    isClosing: slash === '/',
    attributes,
    start: index,
    end: index + whole.length,
  }))
}

/** The named references that content systems write; they send all other characters as they are. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  micro: 'µ',
  euro: '€',
  plusmn: '±',
  frac12: '½',
  sup2: '²',
  sup3: '³',
  le: '≤',
  ge: '≥',
  ne: '≠',
  sect: '§',
}

export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
