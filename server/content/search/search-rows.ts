// Rows of search results: title and an excerpt of the text, with the words that were found marked.
import type { DatabaseSync } from 'node:sqlite'
import type { Marked, SearchRow } from '../../../shared/content/content.ts'
import { shorten } from '../../../shared/plain-text.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from '../markdown/front.ts'
import type { SearchDocument } from '../markdown/search-documents.ts'
import { type PublicationStatus, statusOf } from '../store/items.ts'
import type { FindMediaFact } from '../store/media.ts'
import { storedSections } from '../store/stored-site.ts'
import type { Part } from './search-query.ts'
import { foldHan, runsOf, stemOf } from './search-words.ts'

export type SentRow = Omit<SearchRow, 'status'> & { status?: PublicationStatus | undefined }

type Front = ArticleFront & AboutFront & DownloadFront & ManualFront

export function createSearchRows(database: DatabaseSync, media: FindMediaFact) {
  const select = database.prepare(`
    select document.part, coalesce(category, entry.kind) as kind, entry.parent, status, content, title, tags, search_text.summary, search_text.body
      from json_each(?) join search_document document on document.id = value
      join search_text on search_text.document = document.id
      join entry on entry.file = document.file join file on file.id = document.file
      order by key`)
  const sections = storedSections(database)
  const files = database.prepare(
    'select file from json_each(?) join search_document document on document.id = value order by key',
  )

  function rowOf(row: Record<string, unknown>, parts: Part[]): SentRow {
    // Columns of the index.
    const { title, summary, body } = row as Pick<SearchDocument, 'title' | 'summary' | 'body'>
    // The readers of front matter have parsed the content.
    const front = JSON.parse(String(row['content'])) as Front
    const { id, sign, published_at } = front
    const part = String(row['part'])
    // A column of the index.
    const kind = row['kind'] as SearchRow['kind']
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

  function fileOf({ items }: Front, part: string): SentRow['file'] {
    const item = items.find(({ id }) => String(id) === part)
    return item && { name: item.name, language: item.language, url: item.url, size: media(item.url).size }
  }

  // `documents`: ids, as found.
  return {
    of: (documents: number[], parts: Part[]): SentRow[] =>
      select.all(JSON.stringify(documents)).map((row) => rowOf(row, parts)),
    files: (documents: number[]): number[] =>
      files.all(JSON.stringify(documents)).map(({ file }) => Number(file)),
  }
}

/** Start and end in a text. */
type Range = readonly [number, number]

/** The first words of a part that are in a text, from the left to the right, without overlaps. */
function marksIn(text: string, parts: Part[]): Range[] {
  const words = parts.filter(({ kind }) => kind === 'word').flatMap(({ words }) => words)
  const ownRuns = runsOf(text)
  const inWords = ownRuns.filter((run) => run.kind === 'word' && words.some((word) => isForm(run.text, word)))
  const folded = foldHan(text)
  const runs = parts.filter(({ kind }) => kind === 'han').flatMap((part) => occurrences(folded, part))
  const joined = words.flatMap((word) => joinedRanges(ownRuns, word))
  return merged([...inWords.map(({ start, end }) => [start, end] as const), ...runs, ...joined])
}

function isForm(written: string, word: string): boolean {
  const isStart = word.length > 1 && /\p{L}/u.test(word) && written.startsWith(word)
  return written === word || isStart || stemOf(written) === stemOf(word)
}

/** Neighbouring words that are written as one in the query: `abmag` is `AB-Mag`. */
function joinedRanges(runs: ReturnType<typeof runsOf>, word: string): Range[] {
  return runs.flatMap((run, at) => {
    const next = runs[at + 1]
    return next && run.text + next.text === word && next.start - run.end === 1
      ? [[run.start, next.end] as const]
      : []
  })
}

/** The places of a run of Han characters; if it is nowhere, those of its words. */
function occurrences(text: string, run: Part): Range[] {
  const whole = placesOf(text, run.text)
  if (whole.length > 0) return whole
  const words = run.segments.filter(({ length }) => length > 1)
  return words.flatMap((word) => placesOf(text, word))
}

function placesOf(text: string, wanted: string): Range[] {
  const places: Range[] = []
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    places.push([at, at + wanted.length])
  return places
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}

function markedText(text: string, marks: Range[]): Marked {
  let at = 0
  const pieces = marks.flatMap(([start, end]) => {
    const before = text.slice(at, start)
    at = end
    return [
      { text: before, mark: undefined },
      { text: text.slice(start, end), mark: true },
    ]
  })
  return [...pieces, { text: text.slice(at), mark: undefined }].filter(({ text }) => text !== '')
}

/** In columns: two lines of the page. */
const excerptColumns = 180
/** Characters before the first mark. */
const lead = 30

/** In characters: an excerpt is looked for in so many at a time, and in no more. */
const searched = { atOnce: 20_000, most: 200_000 }

/** An excerpt of the first text with a mark, around the first place with most of them; else the start of the first text. */
function excerptOf(texts: string[], parts: Part[]): Marked {
  const lines = texts.map((text) => text.replace(/\s+/g, ' ').trim())
  for (const line of lines)
    for (let at = 0; at < Math.min(line.length, searched.most); at += searched.atOnce) {
      const text = line.slice(at, at + searched.atOnce)
      const marks = marksIn(text, parts)
      if (marks.length > 0) return shownFrom(text, startOf(text, marks), parts, at > 0)
    }
  return shownFrom(lines.find(Boolean) ?? '', 0, parts)
}

function shownFrom(text: string, start: number, parts: Part[], isWithin = false): Marked {
  const shown = (isWithin || start > 0 ? '…' : '') + shorten(text.slice(start), excerptColumns)
  return markedText(shown, marksIn(shown, parts))
}

/** The start of the sentence, or of the word, before the best place. */
function startOf(text: string, marks: Range[]): number {
  const best = densestOf(text, marks)
  if (best <= lead * 2) return 0
  const before = text.slice(best - lead, best)
  const sentence = [...before.matchAll(/[。！？；]|[.!?;] /g)].at(-1)?.index ?? -1
  const space = before.search(/ /)
  const offset = sentence !== -1 ? sentence + 1 : space !== -1 ? space + 1 : 0
  return best - lead + offset + (text[best - lead + offset] === ' ' ? 1 : 0)
}

/** In characters: marks so near to each other are in one excerpt. */
const nearby = 100

/** The start of the first mark with the most different ones after it. Each mark enters and leaves the window once. */
function densestOf(text: string, marks: Range[]): number {
  const counts = new Map<string, number>()
  const count = ([start, end]: Range, by: number) => {
    const word = text.slice(start, end)
    const left = (counts.get(word) ?? 0) + by
    if (left > 0) counts.set(word, left)
    else counts.delete(word)
  }
  let [best, most, after] = [marks[0]?.[0] ?? 0, 0, 0]
  for (const [index, mark] of marks.entries()) {
    after = Math.max(after, index)
    for (let next = marks[after]; next && next[1] <= mark[0] + nearby; next = marks[++after]) count(next, 1)
    if (counts.size > most) [best, most] = [mark[0], counts.size]
    if (index < after) count(mark, -1)
  }
  return best
}
