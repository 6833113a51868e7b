// About pages, downloads and manuals of the content index, as in responses.
import type { DatabaseSync } from 'node:sqlite'
import { contactSign } from '../../shared/constants.ts'
import type { About, Download, Manual } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AboutFront, DownloadFront, ManualFront } from '../sources/markdown/front.ts'
import { publicationStatusOf, type Sent } from './articles.ts'
import { createDocuments, type Named, type SentManualSummary } from './documents.ts'
import { type FindMediaFact, fileFacts } from './media-facts.ts'
import type { Tables, TextForm } from './stored-entries.ts'

export type SentAbout = Sent<Omit<About, 'body' | 'languages' | 'status'> & { body: string }>
type SentFile = Omit<Download['items'][number], 'products'> & { products?: Named[] | undefined }
export type SentDownload = Sent<Omit<Download, 'languages' | 'status' | 'items'> & { items: SentFile[] }>
export type SentManual = Sent<
  Omit<Manual, 'body' | 'languages' | 'status' | 'siblings' | 'products'> & {
    body: string
    products?: Named[] | undefined
    siblings: SentManualSummary[]
  }
>
export type Pages = ReturnType<typeof createPages>

type Row = Record<string, unknown>

export function createPages(
  database: DatabaseSync,
  media: FindMediaFact,
  tables: Tables & { text: TextForm },
) {
  const documents = createDocuments(database, media, tables)
  const { byId, bySign, firstByOrder, all } = pageQueries(database, tables)

  function aboutOf(lang: Locale, row: Row): SentAbout {
    const { id, sign, title, summary, facts, cover, seo } = frontOf<AboutFront>(row)
    const siblings = sign === contactSign ? [] : all.all('about', lang).map(siblingOf)
    const isOther = (sibling: { sign?: string | undefined }) => sibling.sign !== contactSign
    const status = publicationStatusOf(row)
    const body = String(row['html'])
    return { id, sign, title, summary, facts, body, cover, siblings: siblings.filter(isOther), seo, status }
  }

  function downloadOf(lang: Locale, row: Row): SentDownload {
    const { id, title, description, items, seo } = frontOf<DownloadFront>(row)
    const categories = all.all('download', lang).map(frontOf<DownloadFront>)
    return {
      id,
      title,
      description,
      categories: categories.map(({ id, title }) => ({ id, title })),
      items: items.map(({ products, ...item }) => ({
        ...item,
        ...fileFacts(item, media),
        products: documents.productsOf(lang, products),
      })),
      seo,
      status: publicationStatusOf(row),
    }
  }

  function manualOf(lang: Locale, row: Row): SentManual {
    const { id, title, summary, attachments, products, seo } = frontOf<ManualFront>(row)
    return {
      id,
      title,
      summary,
      body: String(row['html']),
      chapters: JSON.parse(String(row['chapters'])),
      attachments: attachments.map((file) => ({ ...file, size: file.size ?? media(file.url).size })),
      products: documents.productsOf(lang, products),
      siblings: documents.manuals(lang),
      seo,
      status: publicationStatusOf(row),
    }
  }

  const lookups = <Item>(
    kind: 'about' | 'download' | 'manual',
    itemOf: (lang: Locale, row: Row) => Item,
  ) => ({
    byId(lang: Locale, id: number): Item | undefined {
      const row = byId.get(kind, lang, id)
      return row && itemOf(lang, row)
    },
    /** The text of the contact page comes last. */
    first(lang: Locale): Item | undefined {
      const row = firstByOrder.get(kind, lang)
      return row && itemOf(lang, row)
    },
  })
  const abouts = lookups('about', aboutOf)
  const downloads = lookups('download', downloadOf)
  const manuals = lookups('manual', manualOf)

  return {
    about: abouts.byId,
    aboutBySign(lang: Locale, sign: string): SentAbout | undefined {
      const row = bySign.get(lang, sign)
      return row && aboutOf(lang, row)
    },
    firstAbout: abouts.first,
    firstDownload: downloads.first,
    download: downloads.byId,
    manual: manuals.byId,
    firstManual: manuals.first,
  }
}

function pageQueries(database: DatabaseSync, tables: Tables & { text: TextForm }) {
  const from = `from ${tables.entry} entry join file on file.id = entry.file join body using (file)`
  return {
    byId: database.prepare(
      `select content, status, ${tables.text} as html, chapters ${from} where kind = ? and lang = ? and entry.id = ?`,
    ),
    bySign: database.prepare(
      `select content, status, ${tables.text} as html ${from} where kind = 'about' and lang = ? and sign = ?`,
    ),
    firstByOrder: database.prepare(
      `select content, status, ${tables.text} as html, chapters ${from} where kind = ? and lang = ? order by sign is '${contactSign}', position limit 1`,
    ),
    all: database.prepare(`select content ${from} where kind = ? and lang = ? order by position`),
  }
}

/** The readers of front matter have parsed the content. */
function frontOf<Front>(row: Row): Front {
  return JSON.parse(String(row['content'])) as Front
}

function siblingOf(row: Row): Pick<AboutFront, 'id' | 'sign' | 'title'> {
  const { id, sign, title } = frontOf<AboutFront>(row)
  return { id, sign, title }
}
