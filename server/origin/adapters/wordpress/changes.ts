// Webhooks of WordPress: the bodies of the common plugins, and what changes on this site with an entry.
import { categories } from '../../../../shared/constants.ts'
import type { ContentChange } from '../../../base/origin.ts'
import { changesOfItem } from '../../notices.ts'
import type { AdapterContext, ChangedEntry, ReadChanges, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { countFrom, type Json, objectOf, textFrom } from '../values.ts'
import type { createArticles } from './articles.ts'
import type { WordPressSite } from './site.ts'
import type { Source } from './sources.ts'

/**
 * Flat fields or a `post` with them: `post_id` or `ID`, `post_type`, `post_status`, `post_name`; or `id`, `type`, `status` and
 * `slug`, as the REST API calls them.
 */
export function readWebhook(body: Record<string, unknown>): ChangedEntry | undefined {
  const post = objectOf(body['post'])
  const first = (...names: string[]) =>
    names.map((name) => body[name] ?? post[name]).find((value) => value !== undefined)
  // A `type` without a slug is that of the plain form.
  const restType = post['type'] ?? (body['slug'] === undefined ? undefined : body['type'])
  const type = textFrom(first('post_type') ?? restType)
  const id = countFrom(first('post_id', 'ID', 'id'))
  const slug = textFrom(first('post_name', 'slug'))?.replace(/__trashed(?:-\d+)?$/, '')
  if (type === undefined || (id === undefined && slug === undefined)) return undefined
  const isDeleted = /delete/.test(textFrom(body['action']) ?? '')
  const status = isDeleted ? 'trash' : (textFrom(first('post_status', 'status')) ?? 'publish')
  return { type, ...(id !== undefined && { id }), ...(slug && { slug }), isRemoved: status !== 'publish' }
}

/** Types that are on every page. */
export const everywhere = ['nav_menu_item', 'wp_navigation']

type Articles = Pick<ReturnType<typeof createArticles>, 'neighbours'>

export function createChanges(
  { client, sourcesOf, numbers }: WordPressSite,
  { neighbours }: Articles,
  { addresses }: AdapterContext,
): ReadChanges {
  async function ofEntry(entry: ChangedEntry, system: System): Promise<ContentChange[]> {
    const { types } = await client.facts(system)
    const base = types.find(({ slug }) => slug === entry.type)?.base
    const sources = Object.values(await sourcesOf(system)).filter((source) => source.base === base)
    if (base === undefined || sources.length === 0) return []
    const found = entry.id === undefined ? undefined : await client.one(system, `${base}/${entry.id}`)
    const known: Json = found ?? { id: entry.id, slug: entry.slug }
    if (!known['slug'] && addresses.hasTwoSites) return []
    const [id] = await numbers.of(system, [known], base)
    if (!id) return []
    const beside = found ? await besides(system, found, sources) : []
    const signs = [textFrom(known['slug'])].flatMap((sign) => sign ?? [])
    return [...sources.flatMap(({ kind }) => changesOfItem(kind, id, signs)), ...beside]
  }

  /** The neighbours of an entry name it. */
  async function besides(system: System, entry: Json, sources: Source[]): Promise<ContentChange[]> {
    const articles = sources.filter(({ kind }) => isArticle(kind))
    const found = await Promise.all(articles.map((source) => neighbours(system, entry, source)))
    return found.flatMap((one) =>
      Object.values(one).flatMap((near): ContentChange[] =>
        near ? [{ kind: 'item', of: 'article', id: near.id, lang: system.locale }] : [],
      ),
    )
  }

  return async (entry, system) => {
    if (everywhere.includes(entry.type)) return [{ kind: 'site' }]
    // A notice does not say which of two sites sent it.
    const locales = addresses.hasTwoSites ? (['zh', 'en'] as const) : ([system.locale] as const)
    const found = await Promise.all(locales.map((locale) => ofEntry(entry, { ...system, locale })))
    return found.flat()
  }
}

function isArticle(kind: ItemKind): boolean {
  return categories.some((category) => category === kind)
}
