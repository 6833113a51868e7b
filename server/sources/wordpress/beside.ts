// What entries of WordPress refer to: entries above them, pictures, terms, and the files uploaded to them.
import type { SourceContext, System } from '../systems/source.ts'
import { countFrom, type Json, numberFrom } from '../systems/values.ts'
import { mostItems, type WordPress } from './client.ts'
import type { Beside } from './entry-item.ts'
import type { Items } from './items.ts'
import { createNumbersOf } from './numbers.ts'
import type { createSources } from './sources.ts'
import { createTerms } from './terms.ts'

/** Media that are no images; WordPress lists one of them at a time. */
const documentTypes = ['application', 'text', 'video', 'audio']
const documentFields = 'id,post,title,caption,description,source_url,mime_type,media_details,date_gmt'
const pictureFields = 'id,alt_text,source_url,media_details'

type BesideReads = { client: WordPress; sourcesOf: ReturnType<typeof createSources>; items: Items }

export function createBeside({ client, sourcesOf, items }: BesideReads, context: SourceContext) {
  /** Whose terms are trees, and whose pictures are named by their ids. */
  const productSection = context.map.sections.ofKind('product')[0]?.slug ?? ''
  const numbersOf = createNumbersOf(client, context)
  const termsOf = createTerms(client, context)
  const knownDocuments = context.memos.create<Map<number, Json[]>>()

  /** Files by the entry to which they have been uploaded. */
  const documentsOf = (system: System) =>
    knownDocuments(system.locale, async () => {
      const documents: Json[] = []
      for (const media_type of documentTypes)
        for (let page = 1; ; page++) {
          const query = { media_type, page, per_page: mostItems, orderby: 'title', order: 'asc' }
          const wanted = { ...query, _fields: documentFields }
          const { entries, read, total } = await client.bulk(system, 'media', wanted)
          documents.push(...entries)
          if (read < mostItems || page * mostItems >= total) break
        }
      return Map.groupBy(documents, ({ post }) => numberFrom(post) ?? 0)
    })

  async function byIds(system: System, path: string, ids: number[], fields: string) {
    const byId = new Map<number, Json>()
    const wanted = [...new Set(ids)]
    for (let start = 0; start < wanted.length; start += mostItems) {
      const include = wanted.slice(start, start + mostItems).join(',')
      const query = { include, per_page: mostItems, _fields: fields }
      for (const one of (await client.bulk(system, path, query)).entries)
        byId.set(numberFrom(one['id']) ?? 0, one)
    }
    return byId
  }

  async function besideOf(system: System, entries: Json[], base: string): Promise<Beside> {
    const above = entries.flatMap(({ parent }) => countFrom(parent) || [])
    const fields = 'id,slug,parent,categories,lang,translations'
    const parents = await byIds(system, base, above, fields)
    const all = [...entries, ...parents.values()]
    const ownNumbers = await numbersOf(system, all, base)
    const ids = entries.flatMap((entry) =>
      [items.gallery(entry, productSection)].flat().flatMap((one) => countFrom(one) ?? []),
    )
    const pictures = await byIds(system, 'media', ids, pictureFields)
    const products = (await sourcesOf(system))[productSection]
    const terms = products?.base === base ? await termsOf(system, products) : new Map()
    return {
      numbers: new Map(all.map(({ id }, index) => [id, ownNumbers[index]!])),
      parents,
      pictures,
      terms,
    }
  }

  return { besideOf, documentsOf }
}
