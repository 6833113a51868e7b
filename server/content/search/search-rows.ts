// Rows of search results: title and an excerpt of the text, with the words that were found marked.
import type { DatabaseSync } from 'node:sqlite'
import type { Marked } from '../../../shared/content/content.ts'
import { shorten } from '../../../shared/plain-text.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from '../markdown/front.ts'
import type { SearchDocument } from '../markdown/search-documents.ts'
import { statusOf } from '../store/items.ts'
import type { FindMediaSize } from '../store/media.ts'
import { storedSections } from '../store/stored-site.ts'
import type { Match } from './search-match.ts'
import { isForm, type Part } from './search-query.ts'
import { runsOf } from './search-words.ts'

type Front = ArticleFront & AboutFront & DownloadFront & ManualFront

export function createSearchRows(database: DatabaseSync, media: FindMediaSize) {
  const select = database.prepare(`
    select document.part, coalesce(category, served.kind) as kind, served.parent, status, content, title, tags, search_text.summary, search_text.body
      from json_each(?) found join search_document document on document.id = value ->> 'document'
      join search_text on search_text.document = document.id
      join served on served.file = document.file join file on file.id = document.file
      order by found.key`)
  const sections = storedSections(database)

  function rowOf(row: Record<string, unknown>, parts: Part[]) {
    // Columns of the index.
    const { title, summary, body } = row as Pick<SearchDocument, 'title' | 'summary' | 'body'>
    // The readers of front matter have parsed the content.
    const front = JSON.parse(String(row['content'])) as Front
    const { id, sign, published_at } = front
    const part = String(row['part'])
    const kind = String(row['kind'])
    return {
      kind,
      id,
      sign,
      parent_id: row['parent'] === null ? undefined : Number(row['parent']),
      title: markedText(title, marksIn(title, parts)),
      text: excerptOf(kind === 'manual' && part === '' ? [body, summary] : [summary, body], parts),
      within: part === '' ? undefined : front.title,
      chapter: part !== '' && kind === 'manual' ? part : undefined,
      file: part !== '' && kind === 'download' ? fileOf(front, part) : undefined,
      cover: part === '' ? front.cover : undefined,
      cover_sizes: (part === '' && front.cover_sizes) || [],
      published_at: sections.kindOf(kind) === 'news' ? published_at : undefined,
      status: statusOf(row),
    }
  }

  function fileOf({ items }: Front, part: string) {
    const item = items.find(({ id }) => String(id) === part)
    return item && { name: item.name, language: item.language, url: item.url, size: media(item.url).size }
  }

  return (matches: Match[], parts: Part[]) =>
    select.all(JSON.stringify(matches)).map((row) => rowOf(row, parts))
}

/** Start and end in a text. */
type Range = readonly [number, number]

/** The forms of the words that are in a text, and the runs of Han characters or else their words, from the left to the right. */
function marksIn(text: string, parts: Part[]): Range[] {
  const words = parts.flatMap(({ kind, words }) => (kind === 'word' ? words : []))
  const runs = runsOf(text)
  const folded = runs.map(({ text }) => text).join(' ')
  const han = parts.flatMap(({ kind, text, segments }) => {
    if (kind === 'word') return []
    return folded.includes(text) ? [text] : segments.filter(({ length }) => length > 1)
  })
  // The longest first: one may be the start of another.
  han.sort((a, b) => b.length - a.length)
  const hanPattern = new RegExp(han.length > 0 ? `(?:${han.join('|')})+` : '(?!)', 'g')
  return runs.flatMap((run, at): Range[] => {
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

/** An excerpt of the first text with a mark, around the first place with most of them; else the start of the first text. */
function excerptOf(texts: string[], parts: Part[]): Marked {
  const lines = texts.map((text) => text.slice(0, mostSearched).replace(/\s+/g, ' ').trim())
  const marked = lines.map((line) => ({ line, marks: marksIn(line, parts) }))
  const best = marked.find(({ marks }) => marks.length > 0) ?? marked.find(({ line }) => line !== '')
  if (!best) return []
  const start = startOf(best.line, best.marks)
  const shown = (start > 0 ? '…' : '') + shorten(best.line.slice(start).trimStart(), excerptColumns)
  return markedText(shown, marksIn(shown, parts))
}

/** The start of the sentence, or of the word, before the best place. */
function startOf(text: string, marks: Range[]): number {
  const best = densestOf(text, marks)
  if (best <= lead * 2) return 0
  const before = text.slice(best - lead, best)
  const sentence = /^.*(?:[。！？；]|[.!?;] )/s.exec(before)?.[0].length
  return best - lead + (sentence ?? before.search(/ /) + 1)
}

/** In characters: marks so near to each other are in one excerpt. */
const nearby = 100

/** The start of the first mark with the most different ones after it. */
function densestOf(text: string, marks: Range[]): number {
  let [best, most] = [0, 0]
  for (const [at, [from]] of marks.entries()) {
    const words = new Set<string>()
    for (let next = at; marks[next] && marks[next]![1] <= from + nearby; next++)
      words.add(text.slice(...marks[next]!))
    if (words.size > most) [best, most] = [from, words.size]
  }
  return best
}
