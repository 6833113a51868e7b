// Items of the content index, as in responses: by id, by sign, in lists, recommended ones, and the public ones for the sitemaps.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { contactSign } from '../../../shared/constants.ts'
import { itemFields, sentNames } from '../../../shared/content/fields.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { ItemKind, PublicItem } from '../../base/content-source.ts'
import type { Front } from '../markdown/front.ts'
import { prepareAll } from './content-index.ts'
import statements from './items.sql'
import type { FindMediaSize } from './media.ts'

/** `html`: of responses; `safe`: sanitised, of pages. */
export type TextFormat = 'html' | 'safe'
export type Row = Record<string, SQLOutputValue>
type DownloadFile = NonNullable<Front['items']>[number]

type OfItems = 'first' | 'item' | 'languages' | 'children' | 'beside' | 'documents' | 'products'
type OfLists = 'pages' | 'total' | 'range' | 'ofFiles' | 'recommended' | 'publicItems'

/** Reading so many takes some milliseconds. */
const itemsOfCall = 200

export function createItems(database: DatabaseSync, media: FindMediaSize) {
  const queries = prepareAll<OfItems | OfLists>(database, statements)

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
  const pagesOf = (kind: ItemKind, lang: Locale) =>
    queries.pages.all(kind, lang).map(({ summary }) => JSON.parse(String(summary)) as Front)

  const answers: Record<ItemKind, (front: Front, row: Row, lang: Locale) => object> = {
    article(front, row, lang) {
      const { id, parent, attachments = [] } = front
      const { category = null, place = null } = row
      return {
        ...summaryOf(row),
        ...picked(front, sentNames(itemFields.article)),
        body: row['body'],
        parent_id: parent,
        items: queries.children.all(lang, id).map(summaryOf),
        attachments: attachments.map(withSize),
        ...(row['section'] === 'product' && documentsOf(lang, id, attachments)),
        prev: queries.beside.get({ lang, category, place, by: -1 }),
        next: queries.beside.get({ lang, category, place, by: 1 }),
      }
    },
    about(front, row, lang) {
      const siblings = front.sign === contactSign ? [] : pagesOf('about', lang)
      return {
        ...picked(front, sentNames(itemFields.about)),
        body: row['body'],
        siblings: siblings.filter(({ sign }) => sign !== contactSign),
      }
    },
    download(front, _row, lang) {
      return {
        ...picked(front, sentNames(itemFields.download)),
        categories: pagesOf('download', lang),
        items: front.items?.map(({ products, ...item }) => ({
          ...withSizes(item),
          products: productsOf(products, lang),
        })),
      }
    },
    manual(front, row, lang) {
      const named = (page: Partial<Front>) => ({ ...page, products: productsOf(page.products ?? [], lang) })
      return {
        ...named(picked(front, sentNames(itemFields.manual))),
        body: row['body'],
        chapters: JSON.parse(String(row['chapters'])),
        attachments: front.attachments?.map(withSize),
        siblings: pagesOf('manual', lang).map(named),
      }
    },
  }

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
    find(kind: ItemKind, { lang, text }: { lang: Locale; text: TextFormat }, name?: number | string) {
      const wanted = name ?? queries.first.get({ kind, lang, contact: contactSign })?.['id'] ?? null
      const by = typeof wanted === 'string' ? { id: null, sign: wanted } : { id: wanted, sign: null }
      const item = queries.item.get({ kind, lang, ...by, text })
      if (!item) return undefined
      const languages = queries.languages.all({ kind, ...by })
      const hidden = languages.filter(({ noindex }) => noindex === 1)
      return {
        // The readers of front matter have parsed the content.
        ...answers[kind](JSON.parse(String(item['content'])) as Front, item, lang),
        status: statusOf(item),
        languages: languages.map((other) => other['lang']),
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
      queries.publicItems.all(after, itemsOfCall).map(({ listed, content, ...row }) => {
        const item = JSON.parse(String(content))
        // The columns of the query; the readers of front matter have parsed the content.
        return { ...row, isListed: listed === 1, item } as PublicItem
      }),
  }
}

function picked(front: Front, names: readonly (keyof Front)[]) {
  return Object.fromEntries(names.map((name) => [name, front[name]])) as Partial<Front>
}

/** A list without items is left out of a response. */
function filled<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined
}

/** A reading has stored the summary; the folders of articles are the sections. */
function summaryOf(row: Row) {
  const summary = JSON.parse(String(row['summary'])) as { id: number; title: string }
  return { ...summary, category: row['category'], status: statusOf(row) }
}

/** Why an item is not public; undefined where it is. */
export function statusOf({ status }: Row): SQLOutputValue | undefined {
  return status ?? undefined
}
