// Rows of search results: title and an excerpt of the text, with the words that were found marked.
import type { DatabaseSync } from 'node:sqlite'
import type { Marked } from '../../../shared/content/content.ts'
import { specsId, variantId } from '../../../shared/href.ts'
import { shorten } from '../../../shared/plain-text.ts'
import type { Front } from '../markdown/front.ts'
import { type SearchDocument, variantText } from '../markdown/search-documents.ts'
import { type Row, statusOf } from '../store/items.ts'
import type { FindMediaSize } from '../store/media.ts'
import type { Match } from './search-match.ts'
import { isForm, type Part } from './search-query.ts'
import { runsOf, sizesOf } from './search-words.ts'

export function createSearchRows(database: DatabaseSync, media: FindMediaSize) {
  const select = database.prepare(`
    select document.part, coalesce(category, served.kind) as kind, section.kind as section, served.parent, status, content, title, tags, search_text.summary, search_text.body
      from json_each(?) found join search_document document on document.id = value ->> 'document'
      join search_text on search_text.document = document.id
      join served on served.file = document.file join file on file.id = document.file left join section on slug = category
      order by found.key`)

  function rowOf(row: Row, parts: Part[]) {
    // Columns of the index.
    const { title, summary, body } = row as Pick<SearchDocument, 'title' | 'summary' | 'body'>
    // The readers of front matter have parsed the content.
    const front = JSON.parse(String(row['content'])) as Front
    const { id, sign, published_at } = front
    const part = String(row['part'])
    const kind = String(row['kind'])
    const found = part === '' ? foundRow(front, parts) : undefined
    const texts = kind === 'manual' && part === '' ? [body, summary] : [summary, body]
    return {
      kind,
      id,
      sign,
      parent_id: row['parent'] === null ? undefined : Number(row['parent']),
      title: markedText(title, marksIn(title, parts)),
      text: excerptOf(found ? [found.text] : texts, parts),
      within: part === '' ? undefined : front.title,
      chapter: part !== '' && kind === 'manual' ? part : undefined,
      fragment: found?.id,
      file: part !== '' && kind === 'download' ? fileOf(front, part) : undefined,
      cover: part === '' ? front.cover : undefined,
      cover_sizes: (part === '' && front.cover_sizes) || [],
      published_at: row['section'] === 'news' ? published_at : undefined,
      status: statusOf(row),
    }
  }

  function fileOf({ items = [] }: Front, part: string) {
    const item = items.find(({ id }) => String(id) === part)
    return item && { name: item.name, language: item.language, url: item.url, size: media(item.url).size }
  }

  return (matches: Match[], parts: Part[]) =>
    select.all(JSON.stringify(matches)).map((row) => rowOf(row, parts))
}

/** The order code or the specification with most of the parts, if a size or a code is one of them. `id`: of its place in the page. */
function foundRow({ variants = [], specs = [] }: Front, parts: Part[]) {
  const isCode = ({ text }: Part) => /\d/.test(text)
  if (!parts.some(isCode)) return undefined
  const rows = [
    ...variants.map((variant, at) => ({ id: variantId(at), text: variantText(variant) })),
    ...specs.map(({ name, value }) => ({ id: specsId, text: `${name} ${value}` })),
  ]
  const counted = rows.map((row) => {
    const found = parts.filter((part) => marksIn(row.text, [part]).length > 0)
    return { ...row, count: found.some(isCode) ? found.length : 0 }
  })
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]
}

/** Start and end in a text. */
type Range = readonly [number, number]

/** The forms of the words, ranges with the sizes, runs of Han characters or else their words, from the left to the right. */
function marksIn(text: string, parts: Part[]): Range[] {
  const words = parts.flatMap((part) => part.words)
  const sizes = parts.flatMap((part) => part.sizes)
  const runs = runsOf(text)
  const folded = runs.map(({ text }) => text).join(' ')
  const han = parts.flatMap(({ words, segments }) => {
    const whole = words.filter((word) => folded.includes(word))
    return whole.length > 0 ? whole : segments.filter(({ length }) => length > 1)
  })
  // The longest first: one may be the start of another.
  han.sort((a, b) => b.length - a.length)
  const hanPattern = new RegExp(han.length > 0 ? `(?:${han.join('|')})+` : '(?!)', 'g')
  const marks = runs.flatMap((run, at): Range[] => {
    if (run.kind === 'han')
      return [...run.text.matchAll(hanPattern)].map(({ 0: match, index }) => [
        run.start + index,
        run.start + index + match.length,
      ])
    if (words.some((word) => isForm(run.text, word))) return [[run.start, run.end]]
    const next = runs[at + 1]
    // Neighbours that are one word in the query: `abmag` is `AB-Mag`.
    const isJoined = next && next.start - run.end === 1 && words.includes(run.text + next.text)
    return isJoined ? [[run.start, next.end]] : []
  })
  const ranges = sizesOf(text).filter((range) =>
    sizes.some((size) => range.unit === size.unit && range.low <= size.low && size.high <= range.high),
  )
  return [...marks, ...ranges.map(({ start, end }) => [start, end] as const)].sort((a, b) => a[0] - b[0])
}

function markedText(text: string, marks: Range[]): Marked {
  const pieces: Marked = []
  let at = 0
  for (const [start, end] of marks) {
    // A neighbour may be marked with the word before it.
    if (start < at) continue
    pieces.push(
      { text: text.slice(at, start), mark: undefined },
      { text: text.slice(start, end), mark: true },
    )
    at = end
  }
  return [...pieces, { text: text.slice(at), mark: undefined }].filter(({ text }) => text !== '')
}

/** In columns: two lines of the page. */
const excerptColumns = 180
/** Characters before the first mark. */
const lead = 30

/** In characters: an excerpt is looked for in no more. */
const mostSearched = 50_000

/** An excerpt of the first text with a mark, around the first one; else the start of the first text. */
function excerptOf(texts: string[], parts: Part[]): Marked {
  const lines = texts.map((text) => text.slice(0, mostSearched).replace(/\s+/g, ' ').trim())
  const marked = lines.map((line) => ({ line, marks: marksIn(line, parts) }))
  const best = marked.find(({ marks }) => marks.length > 0) ?? marked.find(({ line }) => line !== '')
  if (!best) return []
  const start = startOf(best.line, best.marks)
  const shown = (start > 0 ? '…' : '') + shorten(best.line.slice(start).trimStart(), excerptColumns)
  return markedText(shown, marksIn(shown, parts))
}

/** The start of the sentence, or of the word, before the first mark. */
function startOf(text: string, [[first] = [0, 0]]: Range[]): number {
  if (first <= lead * 2) return 0
  const before = text.slice(first - lead, first)
  const sentence = /^.*(?:[。！？；]|[.!?;] )/s.exec(before)?.[0].length
  return first - lead + (sentence ?? before.search(/ /) + 1)
}
