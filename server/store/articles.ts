// Articles of the content index, as in responses: by id, by sign, in lists, and recommended ones.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Article, ArticleSummary } from '../../shared/content/content.ts'
import { sentNames } from '../../shared/content/field-readers.ts'
import { itemFields } from '../../shared/content/fields.ts'
import type { Locale } from '../../shared/locale.ts'
import type { ArticleFront } from '../sources/markdown/front.ts'
import { createDocuments } from './documents.ts'
import type { FindMediaFact } from './media.ts'
import { type PublicationStatus, picked, type StoredSummary, type TextForm } from './stored-entries.ts'
import { storedSections } from './stored-site-settings.ts'

const articleNames = sentNames(itemFields.article)

/** Why an item is not public. */
export type Sent<T> = T & { status?: PublicationStatus | undefined }

/** A summary in a list; without `languages`, which only the calls of one item send. */
export type SentSummary = Sent<StoredSummary & { category: ArticleSummary['category'] }>
/** An article in a response: the body becomes SafeHtml only where the response is parsed. */
export type SentArticle = SentSummary &
  Pick<ArticleFront, (typeof articleNames)[number]> & {
    body: string
    parent_id: number | undefined
    items: SentSummary[]
    documents?: unknown
    manuals?: unknown
  } & Pick<Article, 'prev' | 'next'>
export type Articles = ReturnType<typeof createArticles>

/** A row of `columns`. */
type Row = Record<string, unknown>

const columns = 'entry.file, entry.category, entry.lang, entry.place, entry.status, entry.summary'
const listed = 'lang = ? and category = ? and place is not null'

export function createArticles(database: DatabaseSync, media: FindMediaFact, text: TextForm) {
  const documents = createDocuments(database, media)
  const queries = articleQueries(database, text)
  const { byId, bySign, children, last, range, ofFiles, between, tagsOf, related, recent } = queries
  const sections = storedSections(database)
  const rowsOfFiles = (files: unknown[]) => ofFiles.all(JSON.stringify(files))

  function articleOf(row: Row): SentArticle {
    const front = frontOf(row)
    const { id, parent, attachments } = front
    const lang = row['lang'] as Locale
    const isProduct = sections.kindOf(String(row['category'])) === 'product'
    return {
      ...summaryOf(row),
      ...picked(front, articleNames),
      body: String(row['html']),
      parent_id: parent,
      items: children.all(lang, id).map(summaryOf),
      attachments: attachments.map((file) => ({ ...file, size: file.size ?? media(file.url).size })),
      ...(isProduct && {
        documents: documents.filesOf(lang, id, attachments),
        manuals: documents.manualsOf(lang, id),
      }),
      ...neighboursOf(row, between),
    }
  }

  const shown = (row: Row | undefined) => row && articleOf(row)

  return {
    byId: (lang: Locale, id: number) => shown(byId.get(lang, id)),
    bySign: (lang: Locale, sign: string) => shown(bySign.get(lang, sign)),
    total: (lang: Locale, category: string): number => Number(last.get(lang, category)?.['total'] ?? 0),
    /** Summaries of the list, from an index. */
    list: (lang: Locale, category: string, start: number, count: number): SentSummary[] =>
      range.all(lang, category, start, count).map(summaryOf),
    ofFiles: (files: number[]): SentSummary[] => rowsOfFiles(files).map(summaryOf),
    /** The articles that share most tags with `id`, then the newest. */
    recommended(lang: Locale, category: string, id: number, limit: number): SentSummary[] {
      const tags = String(tagsOf.get(lang, id)?.['tags'] ?? '[]')
      const filesOf = (rows: Row[]) => rows.map(({ file }) => file)
      const sharing = filesOf(related.all(lang, category, tags, id, limit))
      const missing = limit - sharing.length
      const others = missing > 0 ? recent.all(lang, category, id, JSON.stringify(sharing), missing) : []
      return rowsOfFiles([...sharing, ...filesOf(others)]).map(summaryOf)
    },
  }
}

function articleQueries(database: DatabaseSync, text: TextForm) {
  const withFile = `from entry join file on file.id = entry.file`
  const select = (rest: string) => database.prepare(`select ${columns} from entry ${rest}`)
  const whole = (rest: string) =>
    database.prepare(
      `select ${columns}, content, ${text} as html ${withFile} join body on body.file = entry.file where entry.kind = 'article' and ${rest}`,
    )
  const byId = whole('entry.lang = ? and entry.id = ?')
  const bySign = whole('entry.lang = ? and entry.sign = ?')
  const children = select('where lang = ? and parent = ? order by position')
  const last = database.prepare(`select max(place) as total from entry where ${listed}`)
  const range = select(`where ${listed} and place > ? order by place limit ?`)
  const ofFiles = select('join json_each(?) on value = entry.file order by key')
  const between = database.prepare(
    `select id, summary ->> '$.title' as title, place from entry where ${listed} and place between ? and ?`,
  )
  const tagsOf = database.prepare(
    `select summary -> '$.tags' as tags from entry where kind = 'article' and lang = ? and id = ?`,
  )
  // Only the files of the chosen ones: SQLite sorts whole rows.
  const related = database.prepare(
    `select entry.file from entry join (
      select tag.file, count(*) as shared from tag
        where tag.lang = ? and tag.category = ? and tag.facet = '' and tag.tag in (select value from json_each(?)) group by tag.file
      ) using (file) where entry.id <> ? order by shared desc, published desc, entry.id limit ?`,
  )
  const recent = database.prepare(
    `select file from entry where ${listed} and id <> ? and file not in (select value from json_each(?))
      order by published desc, id limit ?`,
  )
  return { byId, bySign, children, last, range, ofFiles, between, tagsOf, related, recent }
}

/** `between`: finds the articles at the places from one to another. */
function neighboursOf(row: Row, between: StatementSync): Pick<Article, 'prev' | 'next'> {
  if (row['place'] === null) return { prev: undefined, next: undefined }
  const place = Number(row['place'])
  const rows = between.all(String(row['lang']), String(row['category']), place - 1, place + 1)
  const at = (wanted: number) => {
    const neighbour = rows.find((one) => one['place'] === wanted)
    return neighbour && { id: Number(neighbour['id']), title: String(neighbour['title']) }
  }
  return { prev: at(place - 1), next: at(place + 1) }
}

/** The readers of front matter have parsed the content. */
function frontOf(row: Row): ArticleFront {
  return JSON.parse(String(row['content'])) as ArticleFront
}

function summaryOf(row: Row): SentSummary {
  return {
    ...(JSON.parse(String(row['summary'])) as StoredSummary),
    // The folders of articles are the sections.
    category: row['category'] as ArticleSummary['category'],
    status: publicationStatusOf(row),
  }
}

/** A reading has stored the status. */
export function publicationStatusOf(row: Row): PublicationStatus | undefined {
  return (row['status'] as PublicationStatus | null) ?? undefined
}
