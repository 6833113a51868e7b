// Text of HTML.

/** The attribute `sizes` of pictures, which are as wide as the text. */
export const imageSizes = '(min-width: 62rem) 46rem, 100vw'

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

/** The named references that are read. */
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
