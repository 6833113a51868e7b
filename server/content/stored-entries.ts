// Stored entries: the rows of the content index for the files that are served, in the order of their lists.
import type { DatabaseSync } from 'node:sqlite'
import type { Entry } from './entry.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from './front.ts'

export type Served = {
  articles: Entry<ArticleFront>[]
  abouts: Entry<AboutFront>[]
  downloads: Entry<DownloadFront>[]
  manuals: Entry<ManualFront>[]
}
export type ItemKind = 'article' | 'about' | 'download' | 'manual'
type Front = { id: number; sign?: string | undefined; order?: number | undefined }

/** Replaces all entries. */
export function storeEntries(database: DatabaseSync, { articles, abouts, downloads, manuals }: Served): void {
  database.exec('delete from entry; delete from tag')
  const put = database.prepare('insert into entry values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const putTag = database.prepare('insert into tag values (?, ?, ?, ?)')

  function storePages(kind: ItemKind, entries: Entry<Front>[]): void {
    for (const [index, { row, lang, front }] of entries.toSorted(inOrder).entries())
      put.run(row, kind, null, lang, front.id, front.sign ?? null, null, index, null, 0)
  }

  const lengths = new Map<string, number>()
  for (const [index, entry] of articles.toSorted(inOrder).entries()) {
    const { row, file, lang, front } = entry
    const [category = ''] = file.split('/')
    const list = `${lang} ${category}`
    const place = isListed(front) ? (lengths.get(list) ?? 0) + 1 : null
    if (place !== null) lengths.set(list, place)
    const parent = front.listed === false ? null : (front.parent ?? null)
    const published = Math.max(timeOf(front), -Number.MAX_VALUE)
    put.run(row, 'article', category, lang, front.id, front.sign ?? null, parent, index, place, published)
    for (const tag of place === null ? [] : front.tags) putTag.run(lang, category, tag, row)
  }
  storePages('about', abouts)
  storePages('download', downloads)
  storePages('manual', manuals)
}

function inOrder(a: Entry<Front>, b: Entry<Front>): number {
  return byPlace(a.front, b.front)
}

/** Sub-items and unlisted articles are in no list. */
function isListed({ parent, listed }: ArticleFront): boolean {
  return parent === undefined && listed !== false
}

type Placed = { id: number; order?: number | undefined; published_at?: string | undefined }

/** By `order`, items without one last; then the newest first, undated items last; then by id. */
function byPlace(a: Placed, b: Placed): number {
  return (
    compare(a.order ?? Number.POSITIVE_INFINITY, b.order ?? Number.POSITIVE_INFINITY) ||
    compare(timeOf(b), timeOf(a)) ||
    compare(a.id, b.id)
  )
}

/** Milliseconds since 1970. */
function timeOf({ published_at }: { published_at?: string | undefined }): number {
  return published_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(published_at)
}

// Not by subtraction: Infinity - Infinity is NaN.
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
