// The entries of WordPress sites in bulk, as items of content files.
import { contactSign, locales } from '../../../../shared/constants.ts'
import type { Query } from '../../../../shared/href.ts'
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import type {
  AdapterContext,
  ChangedEntry,
  Pull,
  PulledChange,
  PulledItem,
  PulledPart,
  Slice,
  System,
} from '../adapter.ts'
import { type ItemKind, itemKinds } from '../api-map.ts'
import { isContactSign } from '../contact-signs.ts'
import { titleRank } from '../title-rank.ts'
import { countFrom, type Json, numberFrom, textFrom } from '../values.ts'
import { everywhere } from './changes.ts'
import { idIn, plainPath, sectionAddress } from './links.ts'
import { embedded, mostItems, type WordPressSite } from './site.ts'
import { kindOf, type Sources } from './sources.ts'

/** Media that are no images; WordPress lists one of them at a time. */
const documentTypes = ['application', 'text', 'video', 'audio']
const documentFields = 'id,post,title,caption,description,source_url,mime_type,media_details,date_gmt'
/** Before all others. */
const first = -1

/** The entries of a type of a site, in all its languages. */
type Place = { base: string; site: Locale }
/** What the entries of a response refer to. */
type Beside = { numbers: Map<unknown, number>; parents: Map<number, Json>; pictures: Map<number, Json> }

export function createWordPressPull(site: WordPressSite, { addresses, memos }: AdapterContext): Pull {
  const { client, sourcesOf, items, numbers, inSite } = site
  const knownDocuments = memos.create<Map<number, Json[]>>(Number.POSITIVE_INFINITY)

  const inLanguage = (system: System, locale: Locale): System => ({ ...system, locale })

  /** The languages of a site, with their codes there. */
  async function languagesOf(system: System, site: Locale): Promise<{ locale: Locale; code?: string }[]> {
    const { languages } = await client.facts(inLanguage(system, site))
    if (languages === 'polylang') return locales.map((locale) => ({ locale, code: client.code(locale) }))
    return [{ locale: isLocale(languages) ? languages : site }]
  }

  async function placesOf(system: System): Promise<Place[]> {
    const sites = addresses.hasTwoSites ? locales : (['zh'] as const)
    const found = await Promise.all(
      sites.map(async (site) => {
        const languages = await languagesOf(system, site)
        const sources = await Promise.all(
          languages.map(({ locale }) => sourcesOf(inLanguage(system, locale))),
        )
        const bases = sources.flatMap((one) => Object.values(one).map(({ base }) => base))
        return [...new Set([...bases, 'pages'])].map((base) => ({ base, site }))
      }),
    )
    return found.flat()
  }

  /** Files by the entry to which they have been uploaded. */
  const documentsOf = (system: System) =>
    knownDocuments(system.locale, async () => {
      const found: Json[] = []
      for (const media_type of documentTypes)
        for (let page = 1; ; page++) {
          const query = { media_type, page, per_page: mostItems, orderby: 'title', order: 'asc' }
          const wanted = { ...query, _fields: documentFields }
          const { entries, read, total } = await client.bulk(system, 'media', wanted)
          found.push(...entries)
          if (read < mostItems || page * mostItems >= total) break
        }
      return Map.groupBy(found, ({ post }) => numberFrom(post) ?? 0)
    })

  async function byIds(system: System, path: string, ids: number[], fields: string) {
    const found = new Map<number, Json>()
    const wanted = [...new Set(ids)]
    for (let start = 0; start < wanted.length; start += mostItems) {
      const include = wanted.slice(start, start + mostItems).join(',')
      const query = { include, per_page: mostItems, _fields: fields }
      for (const one of (await client.bulk(system, path, query)).entries)
        found.set(numberFrom(one['id']) ?? 0, one)
    }
    return found
  }

  async function besideOf(system: System, entries: Json[], base: string): Promise<Beside> {
    const above = entries.flatMap(({ parent }) => countFrom(parent) || [])
    const fields = 'id,slug,parent,categories,lang,translations'
    const parents = await byIds(system, base, above, fields)
    const all = [...entries, ...parents.values()]
    const found = await numbers.of(system, all, base)
    const ids = entries.flatMap((entry) =>
      [items.gallery(entry, 'product')].flat().flatMap((one) => countFrom(one) ?? []),
    )
    const pictures = await byIds(system, 'media', ids, pictureFields)
    return { numbers: new Map(all.map(({ id }, index) => [id, found[index]!])), parents, pictures }
  }

  async function itemsOf(system: System, { base, site }: Place, entries: Json[]): Promise<PulledItem[]> {
    const languages = await languagesOf(system, site)
    const found = await Promise.all(
      languages.map(async ({ locale, code }) => {
        const own = code === undefined ? entries : entries.filter(({ lang }) => lang === code)
        if (own.length === 0) return []
        const inOwn = inLanguage(system, addresses.hasTwoSites ? site : locale)
        const sources = await sourcesOf(inOwn)
        const facts = await inSite(inOwn)
        const beside = await besideOf(inOwn, own, base)
        const documents = await documentsOf(inLanguage(system, site))
        return own.flatMap(
          (entry) =>
            itemOf(entry, base, {
              ...facts,
              site,
              sources,
              beside,
              files: documents.get(numberFrom(entry['id']) ?? 0) ?? [],
            }) ?? [],
        )
      }),
    )
    return found.flat()
  }

  type Context = {
    locale: Locale
    offset: string
    site: Locale
    sources: Sources
    beside: Beside
    files: Json[]
  }

  /** Undefined for an entry that is shown nowhere. */
  function itemOf(entry: Json, base: string, context: Context): PulledItem | undefined {
    const { locale, sources, beside, files, site } = context
    const place = placeOf(entry, base, sources, beside)
    if (!place) return undefined
    const { kind, parent, isListed } = place
    const source = sources[kind]
    const id = beside.numbers.get(entry['id'])!
    const { id: _, ...summary } = items.summary(entry, kind, id, context)
    const { title, cover } = { cover: undefined, ...summary }
    const isManual = parent !== undefined || source?.order === 'manual'
    const order =
      source?.parent !== undefined && source.parent === numberFrom(entry['id'])
        ? first
        : source?.order === 'title'
          ? titleRank(title)
          : isManual
            ? numberFrom(entry['menu_order'])
            : undefined
    const attachments = () => items.attachments(files, locale)
    const picture = (one: unknown) => beside.pictures.get(countFrom(one) ?? 0) ?? one
    const gallery = [items.gallery(entry, kind) ?? []].flat().map(picture)
    const placed = { title, order, published_at: summary.published_at }
    const fronts: Record<string, () => Record<string, unknown>> = {
      about: () => ({ ...placed, sign: isContactSign(summary.sign) ? contactSign : summary.sign, cover }),
      download: () => ({ ...placed, description: summary.summary, items: items.files(files, context) }),
      manual: () => ({ ...placed, attachments: attachments() }),
    }
    const article = () => ({
      ...{ ...summary, order, ...(isListed ? {} : { listed: false }) },
      ...items.articleFields(entry, kind, context, gallery),
      attachments: attachments(),
    })
    const link = addresses.within(String(entry['link'] ?? ''), locale)
    return {
      ...{ kind, lang: locale, id, parent, entry: String(entry['id']) },
      names: [
        nameOf(site, `?${entry['id']}`),
        ...(link === undefined ? [] : [nameOf(site, plainPath(link))]),
      ],
      front: (fronts[kind] ?? article)(),
      body: items.body(entry, kind),
    }
  }

  /** `parent`: the number of the item of which it is a part. A page outside of all sections has its address alone. */
  function placeOf(entry: Json, base: string, sources: Sources, { parents, numbers }: Beside) {
    const above = countFrom(entry['parent']) ?? 0
    const kind = kindOf(entry, base, sources)
    if (kind && (above === 0 || sources[kind]?.parent === above)) return { kind, isListed: true }
    const parent = parents.get(above)
    const kindAbove = parent && kindOf(parent, base, sources)
    if (kindAbove) return { kind: kindAbove, parent: numbers.get(parent['id']), isListed: true }
    if (kind) return { kind, isListed: true }
    if (base !== 'pages') return undefined
    const isAbout = sources.about?.parent === numberFrom(entry['id']) && textFrom(entry['content'])
    const shown: ItemKind = isAbout || isContactSign(entry['slug']) ? 'about' : 'service'
    return { kind: shown, isListed: false }
  }

  function partOf(place: Place): PulledPart {
    const { base, site } = place
    const fields = [
      ...new Set(itemKinds.flatMap((kind) => items.fieldsOf(kind).split(','))),
      'content',
      'menu_order',
    ]
    const read = async (system: System, query: Query): Promise<Slice> => {
      const own = inLanguage(system, site)
      const wanted = { ...query, _embed: embedded, _fields: fields.join(',') }
      const { entries, read, total } = await client.bulk(own, base, wanted)
      return { items: await itemsOf(own, place, entries), read, total }
    }
    const inOrder = (offset: number, per_page: number) => ({ offset, per_page, orderby: 'id', order: 'asc' })
    return {
      fields: { shown: {}, others: [] },
      name: site === 'zh' ? base : `${site}-${base}`,
      slice: (system, start, count) => read(system, inOrder(start, count)),
      changed: (system, since, start, count) =>
        read(system, { ...inOrder(start, count), modified_after: since }),
      async total(system) {
        return (await client.bulk(inLanguage(system, site), base, { per_page: 1, _fields: 'id' })).total
      },
      read: async (system, entries) =>
        (await read(system, { include: entries.join(','), per_page: mostItems })).items,
    }
  }

  return {
    count: mostItems,
    isOpen: true,
    parts: async (system) => (await placesOf(system)).map(partOf),
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
      const section = sectionAddress(path, lang)
      if (section !== undefined) return { address: section + fragment }
      const site = addresses.hasTwoSites ? lang : 'zh'
      const id = idIn(path)
      return { name: nameOf(site, id === undefined ? plainPath(path) : `?${id}`), fragment }
    },
  }
}

const pictureFields = 'id,alt_text,source_url,media_details'

/** Of a link: the site, and the path or the number of the entry there. */
function nameOf(site: Locale, place: string): string {
  return `${site} ${place}`
}
