// One WordPress site, or two: what articles and pages are both read with.
import type { Query } from '../../../../shared/href.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { countFrom, type Json, numberFrom } from '../values.ts'
import { createWordPress } from './client.ts'
import { createDirectory } from './directory.ts'
import { createItems } from './items.ts'
import { createLinks } from './links.ts'
import { createNumbers, type Found } from './numbers.ts'
import { createSources, type Source } from './sources.ts'

export type WordPressSite = ReturnType<typeof createSite>

export const embedded = 'wp:featuredmedia,wp:term'
/** The largest page of a list. */
export const mostItems = 100

export const orders: Record<Source['order'], Query> = {
  newest: { orderby: 'date', order: 'desc' },
  manual: { orderby: 'menu_order', order: 'asc' },
  title: { orderby: 'title', order: 'asc' },
}

export function createSite(context: AdapterContext) {
  const client = createWordPress(context)
  const sourcesOf = createSources(client, context)
  const directory = createDirectory(client)
  const numbers = createNumbers(client, directory, context)
  const items = createItems(context)
  const links = createLinks({
    wordpress: client,
    directory,
    numbers,
    sourcesOf,
    addresses: context.addresses,
  })

  const inSite = async (system: System) => {
    const { offset } = await client.facts(system)
    return { locale: system.locale, offset }
  }

  /** Parameters of the lists of a source; undefined where the site has nothing in this language. */
  const listQuery = async (system: System, { filter, order }: Source): Promise<Query | undefined> => {
    const { languages } = await client.facts(system)
    const isOther = languages !== 'polylang' && languages !== 'two sites' && languages !== system.locale
    if (isOther) return undefined
    return {
      ...filter,
      ...orders[order],
      ...(languages === 'polylang' && { lang: client.code(system.locale) }),
      ...(system.preview && { status: 'any' }),
    }
  }

  /** Embedded media and terms; drafts in previews. */
  const statusQuery = ({ preview }: System): Query => ({
    _embed: embedded,
    ...(preview && { status: 'any' }),
  })

  async function bySlug(system: System, slug: string, bases: string[]): Promise<Found | undefined> {
    const { languages } = await client.facts(system)
    if (languages !== 'polylang' && languages !== 'two sites' && languages !== system.locale) return undefined
    const query = {
      ...statusQuery(system),
      slug,
      ...(languages === 'polylang' && { lang: client.code(system.locale) }),
    }
    const likely = await directory.basesWith(system, bases, { slugs: slug.split(',') })
    const found = await Promise.all(likely.map((base) => client.list(system, base, query)))
    const index = found.findIndex((entries) => entries.length > 0)
    const [entry, base] = [found[index]?.[0], likely[index]]
    return entry && base ? { entry, source: { base } } : undefined
  }

  function filesOf(system: System, { id }: Json): Promise<Json[]> {
    return client.list(system, 'media', {
      ...{ parent: numberFrom(id), per_page: mostItems, orderby: 'title', order: 'asc' },
      _fields: 'id,title,caption,description,source_url,mime_type,media_details,date_gmt',
    })
  }

  /** The pictures of a field that has their ids alone, as ACF sends it; others as they are. */
  async function picturesOf(system: System, value: unknown): Promise<unknown> {
    const ids = Array.isArray(value) ? value.flatMap((one) => countFrom(one) ?? []) : []
    if (ids.length === 0) return value
    const list = { include: ids.slice(0, mostItems).join(','), per_page: mostItems, orderby: 'include' }
    return client.list(system, 'media', { ...list, _fields: 'id,alt_text,source_url,media_details' })
  }

  return {
    ...{ picturesOf },
    ...{ client, sourcesOf, numbers, items, links, inSite, listQuery, statusQuery, bySlug, filesOf },
  }
}
