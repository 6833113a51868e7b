// Items of the content index, as in responses: by id, by sign, in lists, recommended ones, and the public ones for the sitemaps.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { contactSign } from '../../../shared/constants.ts'
import { itemFields, sentNames } from '../../../shared/content/fields.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ItemKind, PublicItem } from '../../base/content-source.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from '../markdown/front.ts'
import { createFindMediaSize } from './media.ts'
import { isInSectionOf, storedSections } from './stored-site.ts'

/** `html`: of responses; `safe`: sanitised, of pages. */
export type TextForm = 'html' | 'safe'
/** Why an item is not public. */
export type PublicationStatus = 'draft' | 'scheduled' | 'expired'
type Row = Record<string, SQLOutputValue>
type DownloadFile = DownloadFront['items'][number]

/** Reading so many takes some milliseconds. */
const itemsOfCall = 200
const columns =
  'served.file, served.category, served.lang, served.id, served.place, served.status, served.summary'
const listed = 'lang = ? and category = ? and place is not null'

export function createItems(database: DatabaseSync, text: TextForm) {
  const media = createFindMediaSize(database)
  const sections = storedSections(database)
  const queries = queriesOf(database, text)

  const withSize = <File extends { url: string; size?: number | undefined }>(file: File) => ({
    ...file,
    size: file.size ?? media(file.url).size,
  })
  /** What is written of a file that is elsewhere, else what the file of the folder has. */
  const withSizes = (file: Omit<DownloadFile, 'id' | 'products'>) => ({
    ...withSize(file),
    sha256: file.sha256 ?? media(file.url).sha256,
  })
  const productsOf = (ids: number[], lang: Locale) => filled(queries.products.all(JSON.stringify(ids), lang))
  /** What all pages of a kind show of each other. */
  const pagesOf = <Page>(kind: ItemKind, lang: Locale) =>
    queries.pages.all(kind, lang).map(({ summary }) => JSON.parse(String(summary)) as Page)

  const answers = {
    article(row: Row, lang: Locale) {
      const front = frontOf<ArticleFront>(row)
      const { id, parent, attachments } = front
      const { category = null, place = null } = row
      const isProduct = sections.kindOf(String(category)) === 'product'
      return {
        ...summaryOf(row),
        ...picked(front, sentNames(itemFields.article)),
        body: row['html'],
        parent_id: parent,
        items: queries.children.all(lang, id).map(summaryOf),
        attachments: attachments.map(withSize),
        ...(isProduct && documentsOf(lang, id, attachments)),
        prev: queries.beside.get({ lang, category, place, by: -1 }),
        next: queries.beside.get({ lang, category, place, by: 1 }),
      }
    },
    about(row: Row, lang: Locale) {
      const front = frontOf<AboutFront>(row)
      const siblings = front.sign === contactSign ? [] : pagesOf<{ sign?: string }>('about', lang)
      return {
        ...picked(front, sentNames(itemFields.about)),
        body: row['html'],
        siblings: siblings.filter(({ sign }) => sign !== contactSign),
        status: statusOf(row),
      }
    },
    download(row: Row, lang: Locale) {
      const front = frontOf<DownloadFront>(row)
      return {
        ...picked(front, sentNames(itemFields.download)),
        categories: pagesOf('download', lang),
        items: front.items.map(({ products, ...item }) => ({
          ...withSizes(item),
          products: productsOf(products, lang),
        })),
        status: statusOf(row),
      }
    },
    manual(row: Row, lang: Locale) {
      const front = frontOf<ManualFront>(row)
      const named = <Page extends { products: number[] }>(page: Page) => ({
        ...page,
        products: productsOf(page.products, lang),
      })
      return {
        ...named(picked(front, sentNames(itemFields.manual))),
        body: row['html'],
        chapters: JSON.parse(String(row['chapters'])),
        attachments: front.attachments.map(withSize),
        siblings: pagesOf<ManualFront>('manual', lang).map(named),
        status: statusOf(row),
      }
    },
  } satisfies Record<ItemKind, (row: Row, lang: Locale) => object>

  /** The files without those that the product has as attachments: each file once. */
  function documentsOf(lang: Locale, product: number, attachments: { url: string }[]) {
    const documents = (kind: ItemKind) =>
      queries.documents.all(lang, product, kind).map(({ document }) => JSON.parse(String(document)))
    const files = (documents('download') as DownloadFile[])
      .filter(({ url }) => attachments.every((file) => file.url !== url))
      .map(({ id, products, ...file }) => withSizes(file))
    return { documents: filled(files), manuals: filled(documents('manual')) }
  }

  const ofFiles = (files: unknown[]) => queries.ofFiles.all(JSON.stringify(files)).map(summaryOf)

  return {
    /** `name`: its id or its sign, without one the first of the kind. Undefined where there is none. */
    find(kind: ItemKind, lang: Locale, name?: number | string) {
      const { item, languages } = typeof name === 'string' ? queries.bySign : queries.byId
      const row = name === undefined ? queries.first.get(kind, lang) : item.get(kind, lang, name)
      if (!row) return undefined
      const found = languages.all(kind, name ?? Number(row['id']))
      const hidden = found.filter(({ noindex }) => noindex === 1)
      return {
        ...answers[kind](row, lang),
        // Of its id or its sign.
        languages: found.map((other) => other['lang']),
        noindex_in: filled(hidden.map((other) => other['lang'])),
      }
    },
    ofFiles,
    total: (lang: Locale, category: string): number =>
      Number(queries.total.get(lang, category)?.['total'] ?? 0),
    /** Summaries of the list, from an index. */
    list: (lang: Locale, category: string, start: number, count: number) =>
      queries.range.all(lang, category, start, count).map(summaryOf),
    /** The articles that share most tags with `id`, then the newest. */
    recommended: (lang: Locale, category: string, id: number, limit: number) =>
      ofFiles(queries.recommended.all({ lang, category, id, limit }).map(({ file }) => file)),
    /** Some of the public items, after a row: see LocalSource. */
    publicItems: (after: number): PublicItem[] =>
      queries.publicItems.all(after).map(({ listed, content, ...row }) => {
        // The columns of the query; the readers of front matter have parsed the content.
        const { item, ...found } = { ...row, item: JSON.parse(String(content)) } as PublicItem
        return { ...found, isListed: listed === 1, item }
      }),
  }
}

function queriesOf(database: DatabaseSync, text: TextForm) {
  const prepare = (sql: string) => database.prepare(sql)
  const select = (rest: string) => prepare(`select ${columns} from served ${rest}`)
  const ofKind = 'where served.kind = ? and served.lang = ?'
  const whole = (by: string) =>
    prepare(`select ${columns}, content, ${text} as html, chapters from served join file on file.id = served.file
      join body on body.file = served.file ${ofKind} ${by}`)
  // `lang` comes before id and sign in the indexes. In the order of `locales`.
  const languages = (by: string) =>
    prepare(`select served.lang, content ->> '$.seo.noindex' as noindex from served join file on file.id = served.file
      where served.kind = ? and served.lang in ('zh', 'en') and ${by} = ? order by served.lang desc`)
  return {
    byId: { item: whole('and served.id = ?'), languages: languages('served.id') },
    bySign: { item: whole('and served.sign = ?'), languages: languages('served.sign') },
    // The text of the contact page comes last.
    first: whole(`order by served.sign is '${contactSign}', position limit 1`),
    pages: prepare(`select summary from served ${ofKind} order by position`),
    children: select('where lang = ? and parent = ? order by position'),
    total: prepare(`select max(place) as total from served where ${listed}`),
    range: select(`where ${listed} and place > ? order by place limit ?`),
    ofFiles: select('join json_each(?) on value = served.file order by key'),
    beside: prepare(`select id, summary ->> '$.title' as title from served
      where lang = :lang and category = :category and place = :place + :by`),
    // Only the files of the chosen ones: SQLite sorts whole rows.
    recommended: prepare(`with
      related as materialized (
        select served.file from served join (
            select tag.file, count(*) as shared from tag where lang = :lang and category = :category and facet = '' and tag in (
                select value from served, json_each(summary, '$.tags') where kind = 'article' and lang = :lang and served.id = :id)
              group by tag.file
          ) using (file) where served.id <> :id order by shared desc, published desc, served.id limit :limit),
      recent as (
        select file from served where lang = :lang and category = :category and place is not null and id <> :id
          and file not in related order by published desc, id limit :limit)
      select file from related union all select file from recent limit :limit`),
    documents: prepare(`select document from naming join file on file.id = naming.file
      where naming.lang = ? and product = ? and kind = ? order by naming.rowid`),
    products:
      prepare(`select served.id, summary ->> '$.title' as title from json_each(?) join served on served.id = value
      where kind = 'article' and ${isInSectionOf('product', database)} and lang = ? order by key`),
    publicItems:
      prepare(`select file.id as row, served.kind, served.lang, position, coalesce(category, '') as category,
        place is not null as listed, content from served join file on file.id = served.file
      where status is null and served.file > ? order by served.file limit ${itemsOfCall}`),
  }
}

function picked<Fields, Name extends keyof Fields>(fields: Fields, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>
}

/** A list without items is left out of a response. */
function filled<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined
}

/** The readers of front matter have parsed the content. */
function frontOf<Front>({ content }: Row): Front {
  return JSON.parse(String(content)) as Front
}

/** A reading has stored the summary; the folders of articles are the sections. */
function summaryOf(row: Row) {
  const summary = JSON.parse(String(row['summary'])) as { id: number; title: string }
  return { ...summary, category: row['category'], status: statusOf(row) }
}

/** A reading has stored the status. */
export function statusOf({ status }: Record<string, unknown>): PublicationStatus | undefined {
  return (status as PublicationStatus | null) ?? undefined
}
