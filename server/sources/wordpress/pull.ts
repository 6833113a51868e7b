// The entries of WordPress sites in bulk.
import { locales } from '../../../shared/constants.ts'
import type { Query } from '../../../shared/href.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import type { ItemKind } from '../systems/api-map.ts'
import { createNoticed } from '../systems/noticed.ts'
import type {
  ChangedEntry,
  PartFields,
  Pull,
  PulledChange,
  PulledItem,
  PulledPart,
  Slice,
  SourceContext,
  System,
} from '../systems/source.ts'
import { countFrom, type Json, numberFrom } from '../systems/values.ts'
import { createWordPress } from './client.ts'
import { type Beside, createItemOf, nameOf } from './entry-item.ts'
import { fieldsOf } from './fields.ts'
import { createItems } from './items.ts'
import { placeIn, sectionAddress } from './links.ts'
import { createMenu } from './menu.ts'
import { createNumbersOf } from './numbers.ts'
import { createSources } from './sources.ts'
import { createTerms } from './terms.ts'
import { everywhere } from './webhook.ts'

const embedded = 'wp:featuredmedia,wp:term'
/** The largest page of a list. */
const mostItems = 100
/** Entries that are looked at for the report. */
const samples = 10
/** Media that are no images; WordPress lists one of them at a time. */
const documentTypes = ['application', 'text', 'video', 'audio']
const documentFields = 'id,post,title,caption,description,source_url,mime_type,media_details,date_gmt'
/** The entries of a type of a site, in all its languages. */
type Place = { base: string; site: Locale }

export function createWordPressPull(context: SourceContext): Pull {
  const { addresses, map, memos } = context
  /** Whose terms are trees, and whose pictures are named by their ids. */
  const productSection = map.sections.ofKind('product')[0]?.slug ?? ''
  const client = createWordPress(context)
  const sourcesOf = createSources(client, context)
  const numbersOf = createNumbersOf(client, context)
  const items = createItems(context)
  const itemOf = createItemOf(items, context)
  const termsOf = createTerms(client, context)
  const knownDocuments = memos.create<Map<number, Json[]>>()

  const inLanguage = (system: System, locale: Locale): System => ({ ...system, locale })

  /** The languages of a site, with their codes there. */
  async function languagesOf(system: System, site: Locale): Promise<{ locale: Locale; code?: string }[]> {
    const { languages } = await client.facts(inLanguage(system, site))
    if (languages === 'polylang') return locales.map((locale) => ({ locale, code: client.code(locale) }))
    return [{ locale: isLocale(languages) ? languages : site }]
  }

  async function placesOf(system: System): Promise<Place[]> {
    const sites = addresses.hasTwoSites ? locales : (['zh'] as const)
    const perSite = await Promise.all(
      sites.map(async (site) => {
        const languages = await languagesOf(system, site)
        const sources = await Promise.all(
          languages.map(({ locale }) => sourcesOf(inLanguage(system, locale))),
        )
        const bases = sources.flatMap((one) => Object.values(one).map(({ base }) => base))
        return [...new Set([...bases, 'pages'])].map((base) => ({ base, site }))
      }),
    )
    return perSite.flat()
  }

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

  async function itemsOf(system: System, { base, site }: Place, entries: Json[]): Promise<PulledItem[]> {
    const languages = await languagesOf(system, site)
    const perLanguage = await Promise.all(
      languages.map(async ({ locale, code }) => {
        const own = code === undefined ? entries : entries.filter(({ lang }) => lang === code)
        if (own.length === 0) return []
        const inOwn = inLanguage(system, addresses.hasTwoSites ? site : locale)
        const sources = await sourcesOf(inOwn)
        const { offset, title } = await client.facts(inOwn)
        const beside = await besideOf(inOwn, own, base)
        const documents = await documentsOf(inLanguage(system, site))
        return own.flatMap(
          (entry) =>
            itemOf(entry, base, {
              locale: inOwn.locale,
              offset,
              title,
              site,
              sources,
              beside,
              files: documents.get(numberFrom(entry['id']) ?? 0) ?? [],
            }) ?? [],
        )
      }),
    )
    return perLanguage.flat()
  }

  /** The latest entries with all their fields; the requests that read items name those that are shown. */
  async function describedPart(system: System, place: Place): Promise<PulledPart> {
    const own = inLanguage(system, place.site)
    const inPlace = Object.values(await sourcesOf(own)).filter(({ base }) => base === place.base)
    const kinds = inPlace.map(({ kind }) => kind)
    const sample = kinds.length > 0 ? await client.list(own, place.base, { per_page: samples }) : []
    return partOf(place, kinds, fieldsOf(sample, kinds[0] ?? '', context.map))
  }

  function partOf(place: Place, kinds: ItemKind[] = [], fields?: PartFields): PulledPart {
    const { base, site } = place
    const read = async (system: System, query: Query): Promise<Slice> => {
      const own = inLanguage(system, site)
      const wanted = { ...query, _embed: embedded, _fields: items.fields() }
      const { entries, read, total } = await client.publicEntries(own, base, wanted)
      const noticed = createNoticed(context)
      for (const kind of kinds) for (const entry of entries) noticed.mapped(entry, kind)
      return { items: await itemsOf(own, place, entries), read, total, noticed: noticed.found() }
    }
    const inOrder = (offset: number, per_page: number) => ({ offset, per_page, orderby: 'id', order: 'asc' })
    return {
      fields,
      name: site === 'zh' ? base : `${site}-${base}`,
      slice: (system, start, count) => read(system, inOrder(start, count)),
      changed: (system, since, start, count) =>
        read(system, { ...inOrder(start, count), modified_after: since }),
      async head(system) {
        const query = { per_page: 1, orderby: 'modified', order: 'desc', _fields: 'id,modified_gmt' }
        const { entries, total } = await client.entries(inLanguage(system, site), base, query)
        const [latest] = entries
        return { total, latest: latest && `${latest['modified_gmt']}Z` }
      },
      read: async (system, entries) =>
        (await read(system, { include: entries.join(','), per_page: mostItems })).items,
    }
  }

  return {
    count: mostItems,
    isOpen: true,
    access: client.access,
    site: createMenu(context, client, sourcesOf),
    parts: async (system) =>
      Promise.all((await placesOf(system)).map((place) => describedPart(system, place))),
    async changeOf(system: System, { type, id }: ChangedEntry): Promise<PulledChange> {
      if (everywhere.includes(type)) return 'site'
      const places = await placesOf(system)
      const facts = await Promise.all(places.map(({ site }) => client.facts(inLanguage(system, site))))
      const own = places.filter(({ base }, index) =>
        facts[index]!.types.some((one) => one.slug === type && one.base === base),
      )
      // A term, a user or a file; or a post without its id.
      if (own.length === 0 || id === undefined) return 'all'
      return own.map((place) => ({ part: partOf(place), entries: [String(id)] }))
    },
    linkOf(url, lang) {
      const path = addresses.within(url, lang)
      if (path === undefined || addresses.media(url, lang) !== url) return undefined
      const [, ...rest] = path.split('#')
      const fragment = rest.length > 0 ? `#${rest.join('#')}` : ''
      const section = sectionAddress(path, lang, map)
      if (section !== undefined) return { address: section + fragment }
      const site = addresses.hasTwoSites ? lang : 'zh'
      return { name: nameOf(site, placeIn(path)), fragment }
    },
  }
}

const pictureFields = 'id,alt_text,source_url,media_details'
