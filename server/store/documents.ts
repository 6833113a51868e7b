// Documents of products in the content index: the files and manuals that name a product, and the products they name.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import { memoize } from '../base/memoize.ts'
import type { DownloadFront, ManualFront } from '../sources/markdown/front.ts'
import { createRevision } from './content-index.ts'
import { type FindMediaFact, withFacts } from './media.ts'
import { isInSectionOf } from './stored-entries.ts'

export type Named = { id: number; title: string }
export type SentManualSummary = Named & { summary?: string | undefined; products?: Named[] | undefined }

/** Downloads and manuals. */
const kindsOfDocuments = 2

export function createDocuments(database: DatabaseSync, media: FindMediaFact) {
  const productsOf = createProductNames(database)
  const pages = database.prepare(
    `select content from entry join file on file.id = entry.file
      where entry.kind = ? and entry.lang = ? order by position`,
  )
  const revision = createRevision(database)
  // Parsed once for each version of the content: they were 0.2 of the 0.23 ms of a product.
  const stored = memoize(
    (kind: string, lang: Locale): unknown[] =>
      pages.all(kind, lang).map(({ content }) => JSON.parse(String(content))),
    {
      keyOf: (kind, lang) => `${kind} ${lang} ${revision()}`,
      bound: { entries: kindsOfDocuments * locales.length },
    },
  )
  // The readers of front matter have parsed them.
  const fronts = <Front>(kind: 'download' | 'manual', lang: Locale) => stored(kind, lang) as Front[]
  const filesNaming = (lang: Locale, product: number) =>
    fronts<DownloadFront>('download', lang)
      .flatMap(({ items }) => items)
      .filter(({ products }) => products.includes(product))
  const summaryOf = ({ id, title, summary }: ManualFront): SentManualSummary => ({ id, title, summary })

  return {
    productsOf,
    /** The files without those that the product has as attachments: each file once. */
    filesOf: (lang: Locale, product: number, attachments: { url: string }[]) =>
      filled(
        filesNaming(lang, product)
          .filter((file) => attachments.every(({ url }) => url !== file.url))
          .map(({ id, products, ...file }) => withFacts(file, media)),
      ),
    manualsOf: (lang: Locale, product: number): SentManualSummary[] | undefined =>
      filled(
        fronts<ManualFront>('manual', lang)
          .filter(({ products }) => products.includes(product))
          .map(summaryOf),
      ),
    /** All manuals of a language. */
    manuals(lang: Locale): SentManualSummary[] {
      const manuals = fronts<ManualFront>('manual', lang)
      const products = productsOf(lang, idsOf(manuals))
      return manuals.map((manual) => ({ ...summaryOf(manual), products: products(manual.products) }))
    },
  }
}

/** Finds the products of `all` that are served in the language, with one query; then those of each list of ids. */
function createProductNames(database: DatabaseSync) {
  const titles = database.prepare(
    `select entry.id, content ->> 'title' as title from json_each(?) join entry on entry.id = value
      join file on file.id = entry.file
      where entry.kind = 'article' and ${isInSectionOf('product', database)} and entry.lang = ? order by key`,
  )
  return (lang: Locale, all: number[]): ((ids: number[]) => Named[] | undefined) => {
    const rows = all.length > 0 ? titles.all(JSON.stringify([...new Set(all)]), lang) : []
    const named = new Map(rows.map(({ id, title }) => [Number(id), String(title)]))
    return (ids) => {
      const served = ids.flatMap((id) => {
        const title = named.get(id)
        return title === undefined ? [] : [{ id, title }]
      })
      return filled(served)
    }
  }
}

/** The products that files or manuals name. */
export function idsOf(documents: { products: number[] }[]): number[] {
  return documents.flatMap(({ products }) => products)
}

/** A list without items is left out of a response. */
function filled<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined
}
