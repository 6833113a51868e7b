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
  PulledLink,
  PulledPart,
  Slice,
  SourceContext,
  System,
} from '../systems/source.ts'
import { type Json, numberFrom } from '../systems/values.ts'
import { createBeside } from './beside.ts'
import { createWordPress, inLanguage, mostItems, type WordPress } from './client.ts'
import { createItemOf, nameOf } from './entry-item.ts'
import { fieldsOf } from './fields.ts'
import { createItems, type Items, requestedFields } from './items.ts'
import { placeIn, sectionAddress } from './links.ts'
import { createMenu } from './menu.ts'
import { createSources } from './sources.ts'
import { everywhere } from './webhook.ts'

const embedded = 'wp:featuredmedia,wp:term'
/** Entries that are looked at for the report. */
const samples = 10
/** The entries of a type of a site, in all its languages. */
type Place = { base: string; site: Locale }

export function createWordPressPull(context: SourceContext): Pull {
  const client = createWordPress(context)
  const sourcesOf = createSources(client, context)
  const places = createPlaces(client, sourcesOf, context)
  const { partOf, describedPart } = createParts({ client, sourcesOf, places }, context)

  return {
    count: mostItems,
    isOpen: true,
    access: client.access,
    site: createMenu(context, client, sourcesOf),
    parts: async (system) =>
      Promise.all((await places.of(system)).map((place) => describedPart(system, place))),
    async changeOf(system: System, { type, id }: ChangedEntry): Promise<PulledChange> {
      if (everywhere.includes(type)) return 'site'
      const all = await places.of(system)
      const facts = await Promise.all(all.map(({ site }) => client.facts(inLanguage(system, site))))
      const own = all.filter(({ base }, index) =>
        facts[index]!.types.some((one) => one.slug === type && one.base === base),
      )
      // A term, a user or a file; or a post without its id.
      if (own.length === 0 || id === undefined) return 'all'
      return own.map((place) => ({ part: partOf(place), entries: [String(id)] }))
    },
    linkOf: (url, lang) => linkOf(url, lang, context),
  }
}

type Places = ReturnType<typeof createPlaces>
type SourcesOf = ReturnType<typeof createSources>
type Reads = { client: WordPress; sourcesOf: SourcesOf; places: Places }

function createPlaces(client: WordPress, sourcesOf: SourcesOf, { addresses }: SourceContext) {
  /** The languages of a site, with their codes there. */
  async function languagesOf(system: System, site: Locale): Promise<{ locale: Locale; code?: string }[]> {
    const { languages } = await client.facts(inLanguage(system, site))
    if (languages === 'polylang') return locales.map((locale) => ({ locale, code: client.code(locale) }))
    return [{ locale: isLocale(languages) ? languages : site }]
  }

  async function of(system: System): Promise<Place[]> {
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

  return { languagesOf, of }
}

function createParts({ client, sourcesOf, places }: Reads, context: SourceContext) {
  const items = createItems(context)
  const itemsOf = createPlaceItems({ client, sourcesOf, places }, items, context)

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
      const wanted = { ...query, _embed: embedded, _fields: requestedFields(context.map) }
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

  return { partOf, describedPart }
}

/** The items of entries of a place, each in its language. */
function createPlaceItems({ client, sourcesOf, places }: Reads, items: Items, context: SourceContext) {
  const { addresses } = context
  const itemOf = createItemOf(items, context)
  const { besideOf, documentsOf } = createBeside({ client, sourcesOf, items }, context)

  return async (system: System, { base, site }: Place, entries: Json[]): Promise<PulledItem[]> => {
    const languages = await places.languagesOf(system, site)
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
}

function linkOf(url: string, lang: Locale, { addresses, map }: SourceContext): PulledLink | undefined {
  const path = addresses.within(url, lang)
  if (path === undefined || addresses.media(url, lang) !== url) return undefined
  const [, ...rest] = path.split('#')
  const fragment = rest.length > 0 ? `#${rest.join('#')}` : ''
  const section = sectionAddress(path, lang, map)
  if (section !== undefined) return { address: section + fragment }
  const site = addresses.hasTwoSites ? lang : 'zh'
  return { name: nameOf(site, placeIn(path)), fragment }
}
