// Where each kind of item is in a WordPress site: as api-map.yaml says, else by the usual names.
import type { Query } from '../../../shared/href.ts'
import { type ApiMap, type ItemKind, itemKinds, type TypeSource } from '../systems/api-map.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, numberFrom, objectOf } from '../systems/values.ts'
import type { SiteFacts, WordPress } from './client.ts'

/** `type`, `base`: the type, and its name in the API. `filter`: the entries of the type that belong to the kind. */
export type PostSource = {
  kind: ItemKind
  type: string
  base: string
  isHierarchical: boolean
  order: 'newest' | 'manual' | 'title'
  filter: { categories?: number; categories_exclude?: string; parent?: number } & Query
  /** The section's own page, where entries are below a page. */
  parent: number | undefined
}
/** The sources by kind; only those that exist. */
export type Sources = Readonly<Record<string, PostSource>>

/** Names of a custom type, of the page above the items, or of their category; the first that exists. */
const usualNames: Record<string, readonly string[]> = {
  news: [],
  about: ['about', 'about-us'],
}

function slugsOf(kind: ItemKind): readonly string[] {
  return usualNames[kind] ?? [kind, `${kind}s`]
}

/** The section of a page address; undefined for other names. */
export function sectionNamed(name: string, map: Pick<ApiMap, 'sections'>): ItemKind | undefined {
  const { sections } = map
  if (/^contact(?:-us)?$/.test(name)) return 'contact'
  if (sections.of(name)) return name
  return name === 'news' || name === 'blog'
    ? sections.ofKind('news')[0]?.slug
    : itemKinds(map).find((kind) => slugsOf(kind).includes(name))
}

export type SourcesOf = ReturnType<typeof createSources>

export function createSources(wordpress: WordPress, { map, memos }: SourceContext) {
  const known = memos.create<Sources>()

  async function read(system: System): Promise<Sources> {
    const { locale } = system
    const facts = await wordpress.facts(system)
    const wanted = wantedNames(map)
    const query = { slug: wanted.join(','), per_page: 100, _fields: 'id,slug,translations' }
    const inLanguage = (entries: Json[]) => idsBySlug(entries, facts, wordpress.code(locale))
    // The names are those of the default language; its translations have their own.
    const [pages, terms] = await Promise.all([
      wordpress.list(system, 'pages', { ...query, ...defaultLanguage(facts) }),
      wordpress.list(system, 'categories', { ...query, ...defaultLanguage(facts) }),
    ])
    const places = { types: facts.types, pages: inLanguage(pages), categories: inLanguage(terms) }
    const byKind = itemKinds(map).flatMap((kind) => {
      const source = sourceOf(kind, map, places)
      return source ? [[kind, source] as const] : []
    })
    return withoutOthers(Object.fromEntries(byKind), map)
  }

  function defaultLanguage({ languages }: SiteFacts): Query {
    return languages === 'polylang' ? { lang: wordpress.code('zh') } : {}
  }

  return (system: System): Promise<Sources> => known(system.locale, () => read(system))
}

type Places = { types: SiteFacts['types']; pages: Map<string, number>; categories: Map<string, number> }

function wantedNames(map: ApiMap): string[] {
  const { types } = map
  const ofKinds = itemKinds(map).flatMap((kind) => slugsOf(kind))
  const ofMap = Object.values(types ?? {}).flatMap((source) =>
    source === undefined || source === 'none' ? [] : [source.parent ?? '', source.category ?? ''],
  )
  return [...new Set([...ofKinds, ...ofMap])].filter(Boolean)
}

function idsBySlug(entries: Json[], { languages }: SiteFacts, code: string): Map<string, number> {
  return new Map(
    entries.flatMap(({ slug, id, translations }) => {
      const number = languages === 'polylang' ? numberFrom(objectOf(translations)[code]) : numberFrom(id)
      return number === undefined ? [] : [[String(slug), number] as const]
    }),
  )
}

function sourceOf(kind: ItemKind, map: ApiMap, places: Places): PostSource | undefined {
  const given = map.types?.[kind]
  if (given === 'none') return undefined
  return given ? mappedSource(kind, given, places) : usualSource(kind, map, places)
}

/** A parent or category that does not exist in this language leaves nothing to show. */
function mappedSource(
  kind: ItemKind,
  given: TypeSource,
  { types, pages, categories }: Places,
): PostSource | undefined {
  const type = types.find(({ slug, base }) => slug === given.type || base === given.type)
  const parent = given.parent === undefined ? undefined : pages.get(given.parent)
  const category = given.category === undefined ? undefined : categories.get(given.category)
  const isMissing =
    (given.parent !== undefined && parent === undefined) ||
    (given.category !== undefined && category === undefined)
  if (!type || isMissing) return undefined
  const order = given.order ?? (type.isHierarchical ? 'manual' : 'newest')
  return {
    kind,
    type: type.slug,
    base: type.base,
    isHierarchical: type.isHierarchical,
    order,
    parent,
    filter: filterOf({ parent, category, isHierarchical: type.isHierarchical }, given.where),
  }
}

/** The first section of news has the posts. */
function usualSource(kind: ItemKind, { sections }: ApiMap, places: Places): PostSource | undefined {
  const { types, pages, categories } = places
  const whole = { category: undefined, parent: undefined, where: undefined, order: undefined }
  if (sections.ofKind('news')[0]?.slug === kind) return mappedSource(kind, { ...whole, type: 'post' }, places)
  for (const name of slugsOf(kind)) {
    if (types.some(({ slug, base }) => slug === name || base === name))
      return mappedSource(kind, { ...whole, type: name }, places)
    if (pages.has(name)) return mappedSource(kind, { ...whole, type: 'page', parent: name }, places)
    if (categories.has(name)) return mappedSource(kind, { ...whole, type: 'post', category: name }, places)
  }
  return undefined
}

type Selection = { parent: number | undefined; category: number | undefined; isHierarchical: boolean }

function filterOf(selection: Selection, where: Record<string, string> | undefined): PostSource['filter'] {
  const { parent, category, isHierarchical } = selection
  return {
    ...where,
    ...(category !== undefined && { categories: category }),
    // The entries of the lists are those at the top; the others are parts of them.
    ...(isHierarchical && { parent: parent ?? 0 }),
  }
}

/** Posts without a category of their own leave out those that are another kind. */
function withoutOthers(sources: Sources, { sections }: ApiMap): Sources {
  const news = Object.values(sources).find((source) => sections.kindOf(source.kind) === 'news')
  if (!news || news.filter.categories !== undefined) return sources
  const others = Object.values(sources).filter(({ base, filter }) => base === news.base && filter.categories)
  if (others.length === 0) return sources
  const categories_exclude = others.map(({ filter }) => filter.categories).join(',')
  return { ...sources, [news.kind]: { ...news, filter: { ...news.filter, categories_exclude } } }
}

/** The kind of an entry of the type `base`, by its category and parent. */
export function kindOf(entry: Json, base: string, sources: Sources): ItemKind | undefined {
  const categories = Array.isArray(entry['categories']) ? entry['categories'] : []
  const candidates = Object.values(sources).filter((source) => source.base === base)
  const exact = candidates.find(
    ({ filter, parent }) =>
      (filter.categories !== undefined && categories.includes(filter.categories)) ||
      (parent !== undefined && parent === numberFrom(entry['parent'])),
  )
  const whole = candidates.find(
    ({ filter, parent }) => filter.categories === undefined && parent === undefined,
  )
  return (exact ?? whole)?.kind
}
