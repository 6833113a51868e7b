// Page index: all public pages of both languages in a SQLite file, so that memory does not grow with their number.
import { DatabaseSync } from 'node:sqlite'
import { type Locale, otherLocale } from '../../../shared/locale.ts'

export type FoundPage = {
  /** Canonical, unprefixed, with its query. */
  path: string
  /** ISO 8601 in UTC, as `published`. */
  modified?: string | undefined
  /** Of an article: the slug of its section. */
  section?: string | undefined
  title?: string | undefined
  published?: string | undefined
  /** URLs, absolute or root-relative. */
  images?: string[]
  /** Not for search engines: the page is in no file. */
  noindex?: boolean | undefined
}
/** `inOther`: the page exists in the other language. */
export type IndexedPage = FoundPage & { inOther: boolean }
/** Paths after the first one, up to and including the last one. */
type PathRange = { after: string; last: string }
/** In ISO 8601. */
type Period = { from: string; until: string }
/** One sitemap file. */
export type Part = PathRange & {
  number: number
  etag: string
  modified?: string | undefined
}
export type PageIndex = ReturnType<typeof createPageIndex>

const chunk = 500
const allPaths: PathRange = { after: '', last: '\u{10ffff}' }
const schema = `
  pragma journal_mode = off;
  pragma synchronous = off;
  create table if not exists page (
    locale text, path text, modified text, section text, title text, published text, images text,
    primary key (locale, path)
  ) strict, without rowid;
  create index if not exists page_published on page (locale, section, published desc, path);
  create table if not exists noticed (locale text, path text, primary key (locale, path)) strict, without rowid;
  create table if not exists part (
    locale text, number integer, after text, last text, etag text, modified text, primary key (locale, number)
  ) strict;
  create table if not exists fact (name text primary key, value text) strict`
const columns = `path, modified, section, title, published, images,
  exists (select 1 from page other where other.locale = ? and other.path = page.path) as inOther`

/** `file` may be `:memory:`. Throws where it cannot be written. */
export function createPageIndex(file: string) {
  const database = new DatabaseSync(file)
  database.exec(schema)
  const insert = database.prepare('insert or replace into page values (?, ?, ?, ?, ?, ?, ?)')
  const known = database.prepare('select 1 from page where locale = ? and path = ?')
  const note = database.prepare('insert or ignore into noticed values (?, ?)')
  const next = database.prepare(
    'select path from noticed where locale = ? and path > ? order by path limit 1',
  )
  const range = database.prepare(
    `select ${columns} from page where locale = ? and path > ? and path <= ? order by path limit ${chunk}`,
  )
  const addPart = database.prepare('insert into part values (?, ?, ?, ?, ?, ?)')

  return {
    begin: () => database.exec('begin'),
    commit: () => database.exec('commit'),

    put(locale: Locale, page: FoundPage) {
      if (page.noindex) return
      const { path, modified = null, section = null, title = null, published = null, images = [] } = page
      insert.run(locale, path, modified, section, title, published, JSON.stringify(images))
    },
    has: (locale: Locale, path: string): boolean => known.get(locale, path) !== undefined,
    /** Records the path of a link; whether the page exists is checked later. */
    addLinked: (locale: Locale, path: string) => void note.run(locale, path),
    /** The next recorded path after `path`; '' for the first one. */
    linkedAfter: (locale: Locale, path: string): string | undefined =>
      next.get(locale, path)?.['path'] as string,

    /** The next pages of this range, ordered by path. */
    chunk: (locale: Locale, { after, last }: PathRange): IndexedPage[] =>
      range.all(otherLocale(locale), locale, after, last).map(readPage),
    /** Articles of the sections that were published in the period, the latest first. */
    articles: (locale: Locale, sections: string[], most: number, { from, until }: Period): IndexedPage[] =>
      database
        .prepare(
          `select ${columns} from page where locale = ? and section in (${sections.map(() => '?').join()})
            and published between ? and ? order by published desc, path limit ?`,
        )
        .all(otherLocale(locale), locale, ...sections, from, until, most)
        .map(readPage),

    addPart: (locale: Locale, { number, after, last, etag, modified }: Part) =>
      void addPart.run(locale, number, after, last, etag, modified ?? null),
    parts: (locale: Locale): Part[] =>
      database.prepare('select * from part where locale = ? order by number').all(locale).map(readPart),

    setFact: (name: string, value: string) =>
      void database.prepare('insert or replace into fact values (?, ?)').run(name, value),
    fact: (name: string): string | undefined =>
      database.prepare('select value from fact where name = ?').get(name)?.['value'] as string | undefined,
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Pages in chunks, ordered by path. `index` may be another one for each chunk. */
export function* pagesOf(index: () => PageIndex, locale: Locale, { after, last } = allPaths) {
  for (let pages = index().chunk(locale, { after, last }); pages.length > 0; ) {
    yield pages
    pages = index().chunk(locale, { after: pages.at(-1)?.path ?? last, last })
  }
}

function readPart({ number, after, last, etag, modified }: Record<string, unknown>): Part {
  return {
    number: Number(number),
    after: String(after),
    last: String(last),
    etag: String(etag),
    modified: modified === null ? undefined : String(modified),
  }
}

function readPage(row: Record<string, unknown>): IndexedPage {
  const { path, modified, section, title, published, images, inOther } = row
  const textOrNone = (value: unknown) => (value as string | null) ?? undefined
  return {
    path: String(path),
    modified: textOrNone(modified),
    section: textOrNone(section),
    title: textOrNone(title),
    published: textOrNone(published),
    images: JSON.parse(String(images)),
    inOther: inOther === 1,
  }
}
