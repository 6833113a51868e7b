// Articles of a content system: lists, single ones, recommended ones.
import { categories } from '../../../../shared/constants.ts'
import type { Query } from '../../../../shared/href.ts'
import type { Inputs, System } from '../adapter.ts'
import { isObject, type Json } from '../values.ts'
import { documentIds, type FieldName, mostItems, type Source } from './entries.ts'
import { listOf } from './items.ts'
import type { EntrySite, Found } from './site.ts'

/** Of one search. */
const mostWords = 5
const fields: readonly FieldName[] = [
  ...(['title', 'summary', 'cover', 'published_at', 'updated_at', 'tags', 'sign'] as const),
  ...(['author', 'body', 'specs', 'gallery', 'files', 'parent', 'order'] as const),
]

export function createArticles(site: EntrySite) {
  const { dialect, sources, items, links, entriesOf, find, findBySign, summaries, summaryFields } = site

  async function articleList({ category, page, size, keywords }: Inputs['articleList'], system: System) {
    const source = await sources.sourceOf(system, category)
    if (!source) return { list: [], total: 0, page, page_size: size }
    const query = { ...dialect.top(source), ...words(system, source, keywords), ...dialect.order(source) }
    const found = await entriesOf(system, source, { ...query, ...dialect.page(page, size) }, summaryFields)
    const list = await summaries(system, found.entries, source)
    return { list, total: found.total, page, page_size: size }
  }

  const words = (system: System, source: Source, keywords: string): Query => {
    const found = keywords.split(/\s+/).filter(Boolean).slice(0, mostWords)
    return found.length > 0 ? dialect.words(system, source, found) : {}
  }

  async function articleDetail({ id }: Inputs['articleDetail'], system: System) {
    const found = await find(system, id, categories, fields)
    return found && article(system, found)
  }

  async function articleInfo({ sign }: Inputs['articleInfo'], system: System) {
    const found = await findBySign(system, [sign], categories, fields)
    return found ? article(system, found) : pageAsArticle(sign, system)
  }

  /** A page that is no article, such as the privacy notice. */
  async function pageAsArticle(sign: string, system: System) {
    const found = await findBySign(system, [sign], ['about'], fields)
    return found && { ...(await article(system, found)), category: 'service' }
  }

  async function article(system: System, { entry, source, id }: Found) {
    const parent = await parentOf(entry, source)
    const [[summary], body, parts, beside] = await Promise.all([
      summaries(system, [entry], source),
      links.rewrite(system, items.body(entry, source)),
      partsOf(system, entry, source),
      parent === undefined ? neighbours(system, entry, source) : {},
    ])
    return {
      ...{ ...summary, id, ...items.articleFields(entry, source, system.locale), ...beside },
      ...{ body, items: parts, parent_id: parent, languages: site.languagesOf(system, entry) },
    }
  }

  async function parentOf(entry: Json, source: Source): Promise<number | undefined> {
    const parent = items.value(entry, source, 'parent')
    const [id] = isObject(parent) ? await site.numbersOf([parent], source) : []
    return id
  }

  async function partsOf(system: System, { documentId }: Json, source: Source) {
    const { parent } = source.fields
    if (parent === undefined || !source.parts.has(parent)) return []
    const query = {
      ...dialect.partsOf(source, String(documentId)),
      ...dialect.order(source.order === 'newest' ? { ...source, order: 'manual' } : source),
      ...dialect.page(1, mostItems),
    }
    const { entries } = await entriesOf(system, source, query, summaryFields)
    return summaries(system, entries, source)
  }

  async function neighbours(system: System, entry: Json, source: Source) {
    const { prev, next } =
      source.order === 'newest'
        ? await besideByDate(system, entry, source)
        : besideInList(entry, await site.namesOf(system, source))
    return {
      prev: prev && { id: prev.id, title: prev.title },
      next: next && { id: next.id, title: next.title },
    }
  }

  async function besideByDate(system: System, entry: Json, source: Source) {
    const nearest = async (side: 'after' | 'before') => {
      const near = dialect.near(source, entry, side)
      if (!near) return undefined
      const query = { ...dialect.top(source), ...near, ...dialect.page(1, 1) }
      const { entries } = await entriesOf(system, source, query, site.nameFields)
      const [id] = await site.numbersOf(entries, source)
      return entries[0] && id !== undefined ? site.nameOf(entries[0], source, id) : undefined
    }
    const [prev, next] = await Promise.all([nearest('after'), nearest('before')])
    return { prev, next }
  }

  async function articleRecommends({ category, id, limit }: Inputs['articleRecommends'], system: System) {
    const source = await sources.sourceOf(system, category)
    if (!source) return []
    const own = id > 0 ? await find(system, id, [category], ['tags']) : undefined
    const without = documentIds(own ? [own.entry] : [])
    const tags = own ? tagsQuery(own.entry, source) : undefined
    const several = async (query: Query, count: number, left: string[]) => {
      const rest = left.length > 0 ? dialect.without(source, left) : {}
      const all = {
        ...{ ...dialect.top(source), ...query, ...rest },
        ...{ ...dialect.order(source), ...dialect.page(1, count) },
      }
      return count > 0 ? (await entriesOf(system, source, all, summaryFields)).entries : []
    }
    const related = tags ? await several(tags, limit, without) : []
    const recent = await several({}, limit - related.length, [...without, ...documentIds(related)])
    return summaries(system, [...related, ...recent], source)
  }

  function tagsQuery(entry: Json, source: Source): Query | undefined {
    const path = source.fields.tags
    const tags = documentIds(listOf(items.value(entry, source, 'tags')))
    return path !== undefined && tags.length > 0 ? dialect.tagged(source, path, tags) : undefined
  }

  return { neighbours, calls: { articleList, articleDetail, articleInfo, articleRecommends } }
}

type Name = { entry: Json; id: number; title: string }

function besideInList(
  { documentId }: Json,
  names: Name[],
): { prev?: Name | undefined; next?: Name | undefined } {
  const index = names.findIndex(({ entry }) => entry['documentId'] === documentId)
  return index === -1 ? {} : { prev: names[index - 1], next: names[index + 1] }
}
