// Articles of a WordPress site: lists, single ones, recommended ones.
import { categories } from '../../../../shared/constants.ts'
import type { Category } from '../../../../shared/content/content.ts'
import type { Query } from '../../../../shared/href.ts'
import type { AdapterContext, Inputs, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { type Json, numberFrom, textFrom } from '../values.ts'
import { protectedField } from './client.ts'
import type { Found } from './numbers.ts'
import { embedded, mostItems, orders, type WordPressSite } from './site.ts'
import { kindOf, type Source, type Sources } from './sources.ts'

const foundLifetimeMs = 10_000

export function createArticles(site: WordPressSite, { memos }: AdapterContext) {
  const knownArticles = memos.create<Found | undefined>(foundLifetimeMs)
  const {
    client,
    sourcesOf,
    numbers,
    items,
    links,
    inSite,
    listQuery,
    statusQuery,
    bySlug,
    filesOf,
    picturesOf,
  } = site

  const summaries = async (
    system: System,
    entries: Json[],
    { kind, base }: Pick<Source, 'kind' | 'base'>,
  ) => {
    const site = await inSite(system)
    const ids = await numbers.of(system, entries, base)
    // The kinds of articles are the categories.
    return entries.map((entry, index) => items.articleSummary(entry, kind as Category, ids[index]!, site))
  }

  async function articleList({ category, page, size, keywords }: Inputs['articleList'], system: System) {
    const source = (await sourcesOf(system))[category]
    const query = source && (await listQuery(system, source))
    if (!query) return { list: [], total: 0, page, page_size: size }
    const search = keywords ? { search: keywords, orderby: 'relevance', order: 'desc' } : {}
    const found = await client.page(system, source.base, {
      ...{ ...query, ...search, page, per_page: size, _fields: items.fieldsOf(category), _embed: embedded },
    })
    return { list: await summaries(system, found.entries, source), total: found.total, page, page_size: size }
  }

  const basesOf = (sources: Sources, kinds: readonly ItemKind[]) =>
    kinds.flatMap((kind) => sources[kind]?.base ?? [])

  /** An article and what is recommended with it are called at the same time. */
  function find(system: System, id: number, bases: string[]): Promise<Found | undefined> {
    const read = () => numbers.find(system, id, bases, statusQuery(system))
    return system.preview ? read() : knownArticles(`${system.locale} ${id}`, read)
  }

  async function articleDetail({ id }: Inputs['articleDetail'], system: System) {
    const sources = await sourcesOf(system)
    const found = await find(system, id, basesOf(sources, categories))
    return found && article(system, found, id, sources)
  }

  async function articleInfo({ sign }: Inputs['articleInfo'], system: System) {
    const sources = await sourcesOf(system)
    const bases = [...new Set([...basesOf(sources, categories), 'pages'])]
    const found = await bySlug(system, sign, bases)
    if (!found) return undefined
    const [id = 0] = await numbers.of(system, [found.entry], found.source.base)
    return article(system, found, id, sources, found.source.base === 'pages' ? 'service' : undefined)
  }

  /** `otherwise`: the category of an entry that is in none. */
  async function article(
    system: System,
    found: Found,
    id: number,
    sources: Sources,
    otherwise?: Category,
  ): Promise<unknown> {
    const {
      entry,
      source: { base },
    } = found
    const place = await placeOf(system, found, sources)
    const kind = place?.kind ?? otherwise
    const category = categories.find((one) => one === kind)
    if (!category) return undefined
    const site = await inSite(system)
    const source = sources[category]
    const [body, parts, files, beside, languages, pictures] = await Promise.all([
      links.rewrite(system, items.body(entry, category)),
      source?.isHierarchical ? children(system, entry, base, category) : [],
      filesOf(system, entry),
      source && place && !place.parent ? neighbours(system, entry, source) : {},
      numbers.languages(system, found),
      picturesOf(system, items.gallery(entry, category)),
    ])
    return {
      ...items.articleSummary(entry, category, id, site),
      ...items.articleFields(entry, category, site, pictures),
      ...beside,
      body,
      items: parts,
      attachments: items.attachments(files, system.locale),
      parent_id: place?.parent,
      languages,
    }
  }

  /** The kind of an entry; `parent`: the number of the item of which it is a part. */
  async function placeOf(
    system: System,
    { entry, source: { base } }: Found,
    sources: Sources,
  ): Promise<{ kind: ItemKind; parent?: number } | undefined> {
    const kind = kindOf(entry, base, sources)
    const above = numberFrom(entry['parent']) ?? 0
    if (above === 0 || (kind && sources[kind]?.parent === above)) return kind && { kind }
    const parent = await client.one(system, `${base}/${above}`)
    const kindAbove = parent && kindOf(parent, base, sources)
    if (!kindAbove) return kind && { kind }
    const [number] = await numbers.of(system, [parent], base)
    return { kind: kindAbove, ...(number !== undefined && { parent: number }) }
  }

  async function children(system: System, { id }: Json, base: string, kind: Category) {
    const query = {
      parent: numberFrom(id),
      per_page: mostItems,
      ...orders.manual,
      _fields: items.fieldsOf(kind),
    }
    const entries = await client.list(system, base, { ...query, _embed: embedded })
    return summaries(system, entries, { kind, base })
  }

  async function neighbours(system: System, entry: Json, source: Source) {
    const query = await listQuery(system, source)
    if (!query) return {}
    const { prev, next } =
      (await besideInList(system, entry, source, query)) ??
      (source.order === 'newest' ? await besideByDate(system, entry, source, query) : {})
    const named = async (one: Json | undefined) => {
      const [id] = one ? await numbers.of(system, [one], source.base) : []
      return id === undefined ? undefined : { id, title: textFrom(one?.['title']) ?? '' }
    }
    return { prev: await named(prev), next: await named(next) }
  }

  const nameFields = `id,slug,title,translations,${protectedField}`

  async function besideByDate(system: System, { date }: Json, { base }: Source, query: Query) {
    const near = { ...query, per_page: 1, _fields: nameFields }
    const [[prev], [next]] = await Promise.all([
      client.list(system, base, { ...near, after: String(date), order: 'asc' }),
      client.list(system, base, { ...near, before: String(date), order: 'desc' }),
    ])
    return { prev, next }
  }

  /** Undefined where the list is longer than its first part. */
  async function besideInList(system: System, { id }: Json, { base }: Source, query: Query) {
    const list = { ...query, per_page: mostItems, _fields: nameFields }
    const { entries, total } = await client.shared(system, base, list)
    const index = entries.findIndex((one) => one['id'] === id)
    const isLast = index === entries.length - 1
    if (index === -1 || (isLast && total > entries.length)) return undefined
    return { prev: entries[index - 1], next: entries[index + 1] }
  }

  async function articleRecommends({ category, id, limit }: Inputs['articleRecommends'], system: System) {
    const sources = await sourcesOf(system)
    const source = sources[category]
    const query = source && (await listQuery(system, source))
    if (!query) return []
    const found = id > 0 ? await find(system, id, basesOf(sources, categories)) : undefined
    const { tags, id: own } = found?.entry ?? {}
    const shared = Array.isArray(tags) ? tags.filter(Number.isInteger).sort().join(',') : ''
    // Without the article itself the lists are the same for many articles.
    const fields = { ...query, _fields: items.fieldsOf(category), _embed: embedded }
    const others = async (given: Query) =>
      (await client.shared(system, source.base, { ...fields, ...given })).entries.filter(
        (one) => one['id'] !== own,
      )
    const related = shared ? (await others({ tags: shared, per_page: limit + 1 })).slice(0, limit) : []
    if (related.length === limit) return summaries(system, related, source)
    const recent = await others({ per_page: 2 * limit })
    const isNew = (one: Json) => related.every((known) => known['id'] !== one['id'])
    return summaries(system, [...related, ...recent.filter(isNew)].slice(0, limit), source)
  }

  return { calls: { articleList, articleDetail, articleInfo, articleRecommends }, neighbours }
}
