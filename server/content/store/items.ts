// Items of the content index, as in responses: by id, by sign, in lists, recommended ones, and the public ones for the sitemaps.
import type { DatabaseSync } from 'node:sqlite'
import { contactSign, locales } from '../../../shared/constants.ts'
import { itemFields, sentNames } from '../../../shared/content/fields.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ItemKind, PublicItem } from '../../base/content-source.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from '../markdown/front.ts'
import { createFindMediaFact, withFacts } from './media.ts'
import { isInSectionOf, storedSections } from './stored-site.ts'

/** `html`: of responses; `safe`: sanitised, of pages. */
export type TextForm = 'html' | 'safe'
/** Why an item is not public. */
export type PublicationStatus = 'draft' | 'scheduled' | 'expired'
type Row = Record<string, unknown>

/** Reading so many takes some milliseconds. */
const itemsOfCall = 200
const columns = 'entry.file, entry.category, entry.lang, entry.id, entry.place, entry.status, entry.summary'
const listed = 'lang = ? and category = ? and place is not null'

export function createItems(database: DatabaseSync, text: TextForm) {
  const media = createFindMediaFact(database)
  const sections = storedSections(database)
  const queries = queriesOf(database, text)

  const withSize = <File extends { url: string; size?: number | undefined }>(file: File) => ({
    ...file,
    size: file.size ?? media(file.url).size,
  })

  function productsOf(ids: number[], lang: Locale) {
    const rows = ids.length > 0 ? queries.products.all(JSON.stringify(ids), lang) : []
    return filled(rows.map(({ id, title }) => ({ id, title })))
  }

  const answers = {
    article(row: Row, lang: Locale) {
      const front = frontOf<ArticleFront>(row)
      const { id, parent, attachments } = front
      const isProduct = sections.kindOf(String(row['category'])) === 'product'
      return {
        ...summaryOf(row),
        ...picked(front, articleNames),
        body: row['html'],
        parent_id: parent,
        items: queries.children.all(lang, id).map(summaryOf),
        attachments: attachments.map(withSize),
        ...(isProduct && documentsOf(lang, id, attachments)),
        ...neighboursOf(row),
      }
    },
    about(row: Row, lang: Locale) {
      const front = frontOf<AboutFront>(row)
      const siblings = front.sign === contactSign ? [] : queries.pages.all('about', lang)
      return {
        ...picked(front, aboutNames),
        body: row['html'],
        siblings: siblings
          .map((page) => picked(frontOf<AboutFront>(page), ['id', 'sign', 'title']))
          .filter(({ sign }) => sign !== contactSign),
        status: statusOf(row),
      }
    },
    download(row: Row, lang: Locale) {
      const front = frontOf<DownloadFront>(row)
      return {
        ...picked(front, downloadNames),
        categories: queries.pages
          .all('download', lang)
          .map((page) => picked(frontOf<DownloadFront>(page), ['id', 'title'])),
        items: front.items.map(({ products, ...item }) => ({
          ...withFacts(item, media),
          products: productsOf(products, lang),
        })),
        status: statusOf(row),
      }
    },
    manual(row: Row, lang: Locale) {
      const front = frontOf<ManualFront>(row)
      return {
        ...picked(front, manualNames),
        body: row['html'],
        chapters: JSON.parse(String(row['chapters'])),
        attachments: front.attachments.map(withSize),
        products: productsOf(front.products, lang),
        siblings: queries.pages.all('manual', lang).map((page) => {
          const { products, ...sibling } = picked(frontOf<ManualFront>(page), manualSummary)
          return { ...sibling, products: productsOf(products, lang) }
        }),
        status: statusOf(row),
      }
    },
  } satisfies Record<ItemKind, (row: Row, lang: Locale) => object>

  /** The files without those that the product has as attachments: each file once. */
  function documentsOf(lang: Locale, product: number, attachments: { url: string }[]) {
    const rows = queries.documents.all(lang, product)
    const files = rows
      .filter(({ kind }) => kind === 'download')
      .map(({ document }) => JSON.parse(String(document)) as DownloadFront['items'][number])
      .filter(({ url }) => attachments.every((file) => file.url !== url))
    const manuals = rows.filter(({ kind }) => kind === 'manual').map((row) => frontOf<ManualFront>(row))
    return {
      documents: filled(files.map(({ id, products, ...file }) => withFacts(file, media))),
      manuals: filled(manuals.map((manual) => picked(manual, ['id', 'title', 'summary']))),
    }
  }

  function neighboursOf({ place, lang, category }: Row) {
    const at = Number(place)
    const rows = place === null ? [] : queries.between.all(String(lang), String(category), at - 1, at + 1)
    const named = (row: Row | undefined) => row && picked(summaryOf(row), ['id', 'title'])
    const atPlace = (wanted: number) => named(rows.find((row) => row['place'] === wanted))
    return { prev: atPlace(at - 1), next: atPlace(at + 1) }
  }

  /** The languages in which the item exists, by its id or its sign, and those in which it is `noindex`. */
  function languagesOf(kind: ItemKind, name: number | string) {
    const query = typeof name === 'number' ? queries.languagesById : queries.languagesBySign
    const rows = query.all(kind, name)
    const those = (found: Row[]) => locales.filter((locale) => found.some(({ lang }) => lang === locale))
    const hidden = those(rows.filter(({ noindex }) => noindex === 1))
    return { languages: those(rows), noindex_in: hidden.length > 0 ? hidden : undefined }
  }

  const ofFiles = (files: unknown[]) => queries.ofFiles.all(JSON.stringify(files)).map(summaryOf)

  return {
    /** `name`: its id or its sign, without one the first of the kind. Undefined where there is none. */
    find(kind: ItemKind, lang: Locale, name?: number | string) {
      const row =
        name === undefined
          ? queries.first.get(kind, lang)
          : (typeof name === 'number' ? queries.byId : queries.bySign).get(kind, lang, name)
      return row && { ...answers[kind](row, lang), ...languagesOf(kind, name ?? Number(row['id'])) }
    },
    ofFiles,
    total: (lang: Locale, category: string): number =>
      Number(queries.total.get(lang, category)?.['total'] ?? 0),
    /** Summaries of the list, from an index. */
    list: (lang: Locale, category: string, start: number, count: number) =>
      queries.range.all(lang, category, start, count).map(summaryOf),
    /** The articles that share most tags with `id`, then the newest. */
    recommended(lang: Locale, category: string, id: number, limit: number) {
      const tags = String(queries.tagsOf.get(lang, id)?.['tags'] ?? '[]')
      const sharing = queries.related.all(lang, category, tags, id, limit).map(({ file }) => file)
      const missing = limit - sharing.length
      const others =
        missing > 0 ? queries.recent.all(lang, category, id, JSON.stringify(sharing), missing) : []
      return ofFiles([...sharing, ...others.map(({ file }) => file)])
    },
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
  const select = (rest: string) => prepare(`select ${columns} from entry ${rest}`)
  const ofKind = 'where entry.kind = ? and entry.lang = ?'
  const whole = (by: string) =>
    prepare(`select ${columns}, content, ${text} as html, chapters from entry join file on file.id = entry.file
      join body on body.file = entry.file ${ofKind} ${by}`)
  // `lang` comes before id and sign in the indexes.
  const languages = (by: string) =>
    prepare(`select entry.lang, content ->> '$.seo.noindex' as noindex from entry join file on file.id = entry.file
      where entry.kind = ? and entry.lang in ('zh', 'en') and ${by} = ?`)
  return {
    byId: whole('and entry.id = ?'),
    bySign: whole('and entry.sign = ?'),
    // The text of the contact page comes last.
    first: whole(`order by entry.sign is '${contactSign}', position limit 1`),
    languagesById: languages('entry.id'),
    languagesBySign: languages('entry.sign'),
    pages: prepare(`select content from entry join file on file.id = entry.file ${ofKind} order by position`),
    children: select('where lang = ? and parent = ? order by position'),
    total: prepare(`select max(place) as total from entry where ${listed}`),
    range: select(`where ${listed} and place > ? order by place limit ?`),
    ofFiles: select('join json_each(?) on value = entry.file order by key'),
    between: select(`where ${listed} and place between ? and ?`),
    tagsOf: prepare(
      `select summary -> '$.tags' as tags from entry where kind = 'article' and lang = ? and id = ?`,
    ),
    // Only the files of the chosen ones: SQLite sorts whole rows.
    related: prepare(`select entry.file from entry join (
        select tag.file, count(*) as shared from tag where tag.lang = ? and tag.category = ? and tag.facet = ''
          and tag.tag in (select value from json_each(?)) group by tag.file
      ) using (file) where entry.id <> ? order by shared desc, published desc, entry.id limit ?`),
    recent: prepare(`select file from entry where ${listed} and id <> ?
      and file not in (select value from json_each(?)) order by published desc, id limit ?`),
    documents: prepare(`select kind, document, iif(kind = 'manual', content, null) as content
      from naming join file on file.id = naming.file where naming.lang = ? and product = ? order by naming.rowid`),
    products:
      prepare(`select entry.id, summary ->> '$.title' as title from json_each(?) join entry on entry.id = value
      where kind = 'article' and ${isInSectionOf('product', database)} and lang = ? order by key`),
    publicItems:
      prepare(`select file.id as row, entry.kind, entry.lang, position, coalesce(category, '') as category,
        place is not null as listed, content from entry join file on file.id = entry.file
      where status is null and entry.file > ? order by entry.file limit ${itemsOfCall}`),
  }
}

const articleNames = sentNames(itemFields.article)
const aboutNames = sentNames(itemFields.about)
const downloadNames = sentNames(itemFields.download)
const manualNames = sentNames(itemFields.manual)
const manualSummary = ['id', 'title', 'summary', 'products'] as const

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
export function statusOf({ status }: Row): PublicationStatus | undefined {
  return (status as PublicationStatus | null) ?? undefined
}
