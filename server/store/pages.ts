// About pages, downloads and manuals of the content index, as in responses.
import type { DatabaseSync } from 'node:sqlite'
import { contactSign, type pageKinds } from '../../shared/constants.ts'
import type { About, Download, Manual } from '../../shared/content/content.ts'
import { sentNames } from '../../shared/content/field-readers.ts'
import { itemFields } from '../../shared/content/fields.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AboutFront, DownloadFront, ManualFront } from '../sources/markdown/front.ts'
import { publicationStatusOf, type Sent } from './articles.ts'
import { createDocuments, idsOf, type Named, type SentManualSummary } from './documents.ts'
import { type FindMediaFact, withFacts } from './media.ts'
import { picked, type TextForm } from './stored-entries.ts'

/** Fields that the calls add. */
type InResponses = 'languages' | 'noindex_in' | 'status'

export type SentAbout = Sent<Omit<About, 'body' | InResponses> & { body: string }>
type SentFile = Omit<Download['items'][number], 'products'> & { products?: Named[] | undefined }
type SentDownload = Sent<Omit<Download, InResponses | 'items'> & { items: SentFile[] }>
type SentManual = Sent<
  Omit<Manual, 'body' | InResponses | 'siblings' | 'products'> & {
    body: string
    products?: Named[] | undefined
    siblings: SentManualSummary[]
  }
>
export type Pages = ReturnType<typeof createPages>

const aboutNames = sentNames(itemFields.about)
const downloadNames = sentNames(itemFields.download)
const manualNames = sentNames(itemFields.manual)

type Row = Record<string, unknown>

export function createPages(database: DatabaseSync, media: FindMediaFact, text: TextForm) {
  const documents = createDocuments(database, media)
  const queries = pageQueries(database, text)
  const { bySign, all } = queries

  function aboutOf(lang: Locale, row: Row): SentAbout {
    const front = frontOf<AboutFront>(row)
    const siblings = front.sign === contactSign ? [] : all.all('about', lang).map(siblingOf)
    return {
      ...picked(front, aboutNames),
      body: String(row['html']),
      siblings: siblings.filter(({ sign }) => sign !== contactSign),
      status: publicationStatusOf(row),
    }
  }

  function downloadOf(lang: Locale, row: Row): SentDownload {
    const front = frontOf<DownloadFront>(row)
    const productsOf = documents.productsOf(lang, idsOf(front.items))
    return {
      ...picked(front, downloadNames),
      categories: all.all('download', lang).map(categoryOf),
      items: front.items.map(({ products, ...item }) => ({
        ...withFacts(item, media),
        products: productsOf(products),
      })),
      status: publicationStatusOf(row),
    }
  }

  function manualOf(lang: Locale, row: Row): SentManual {
    const front = frontOf<ManualFront>(row)
    return {
      ...picked(front, manualNames),
      body: String(row['html']),
      chapters: JSON.parse(String(row['chapters'])),
      attachments: front.attachments.map((file) => ({ ...file, size: file.size ?? media(file.url).size })),
      products: documents.productsOf(lang, front.products)(front.products),
      siblings: documents.manuals(lang),
      status: publicationStatusOf(row),
    }
  }

  return {
    about: {
      ...lookups(queries, 'about', aboutOf),
      bySign(lang: Locale, sign: string): SentAbout | undefined {
        const row = bySign.get(lang, sign)
        return row && aboutOf(lang, row)
      },
    },
    download: lookups(queries, 'download', downloadOf),
    manual: lookups(queries, 'manual', manualOf),
  }
}

function pageQueries(database: DatabaseSync, text: TextForm) {
  const from = `from entry join file on file.id = entry.file join body on body.file = entry.file`
  return {
    byId: database.prepare(
      `select content, status, ${text} as html, chapters ${from} where entry.kind = ? and entry.lang = ? and entry.id = ?`,
    ),
    bySign: database.prepare(
      `select content, status, ${text} as html ${from} where entry.kind = 'about' and entry.lang = ? and entry.sign = ?`,
    ),
    firstByOrder: database.prepare(
      `select content, status, ${text} as html, chapters ${from} where entry.kind = ? and entry.lang = ? order by entry.sign is '${contactSign}', position limit 1`,
    ),
    all: database.prepare(`select content ${from} where entry.kind = ? and entry.lang = ? order by position`),
  }
}

/** Pages of a kind. */
export type PageLookups<Item> = {
  byId: (lang: Locale, id: number) => Item | undefined
  /** The text of the contact page comes last. */
  first: (lang: Locale) => Item | undefined
}

function lookups<Item>(
  { byId, firstByOrder }: ReturnType<typeof pageQueries>,
  kind: (typeof pageKinds)[number],
  itemOf: (lang: Locale, row: Row) => Item,
): PageLookups<Item> {
  const shown = (lang: Locale, row: Row | undefined) => row && itemOf(lang, row)
  return {
    byId: (lang, id) => shown(lang, byId.get(kind, lang, id)),
    first: (lang) => shown(lang, firstByOrder.get(kind, lang)),
  }
}

/** The readers of front matter have parsed the content. */
function frontOf<Front>(row: Row): Front {
  return JSON.parse(String(row['content'])) as Front
}

function categoryOf(row: Row): Pick<DownloadFront, 'id' | 'title'> {
  const { id, title } = frontOf<DownloadFront>(row)
  return { id, title }
}

function siblingOf(row: Row): Pick<AboutFront, 'id' | 'sign' | 'title'> {
  const { id, sign, title } = frontOf<AboutFront>(row)
  return { id, sign, title }
}
