// About pages, downloads and manuals of a WordPress site.

import { contactSign, firstByOrder } from '../../../../shared/constants.ts'
import { withChapters } from '../../../rich-text/html.ts'
import type { AdaptedCalls, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { contactSigns, isContactSign } from '../contact-signs.ts'
import { type Json, textFrom } from '../values.ts'
import { protectedField } from './client.ts'
import type { Found } from './numbers.ts'
import { mostItems, type WordPressSite } from './site.ts'
import { kindOf, type Source } from './sources.ts'

const nameFields = `id,slug,title,translations,lang,${protectedField}`

type PageCalls = Pick<AdaptedCalls, 'about' | 'aboutInfo' | 'download' | 'manual'>

export function createPages(site: WordPressSite): PageCalls {
  const { sourcesOf, numbers, items, links, inSite, listQuery, statusQuery, bySlug, filesOf, client } = site

  /** The items of a kind that is shown as pages, in their order. */
  async function pagesOf(kind: ItemKind, system: System) {
    const source = (await sourcesOf(system))[kind]
    const query = source && (await listQuery(system, source))
    if (!query) return []
    const list = { ...query, per_page: mostItems, _fields: nameFields }
    const [first, { entries: listed }] = await Promise.all([
      kind === 'about' ? sectionPage(source, system) : [],
      client.shared(system, source.base, list),
    ])
    const entries = [...first, ...listed]
    const ids = await numbers.of(system, entries, source.base)
    return entries.map((entry, index) => ({
      ...{ id: ids[index]!, title: textFrom(entry['title']) ?? '', sign: textFrom(entry['slug']) },
    }))
  }

  /** The page above the about pages is the first of them if it has a text. */
  async function sectionPage({ base, parent }: Source, system: System): Promise<Json[]> {
    if (parent === undefined) return []
    const query = {
      ...{ include: parent, per_page: 1, _fields: `${nameFields},content` },
      ...(system.preview && { status: 'any' }),
    }
    const { entries } = await client.shared(system, base, query)
    return entries.filter(({ content }) => textFrom(content))
  }

  /** The item of a kind with a number; 0 is the first one. */
  async function itemOf(kind: ItemKind, id: number, system: System) {
    const isDefault = id === firstByOrder
    const source = (await sourcesOf(system))[kind]
    if (!source) return undefined
    const siblings = await pagesOf(kind, system)
    const isListed = siblings.some((one) => one.id === id)
    const wanted = isListed || !isDefault ? id : siblings[0]?.id
    if (wanted === undefined) return undefined
    const found = await numbers.find(system, wanted, [source.base], statusQuery(system))
    const isOwn =
      found &&
      (isListed || wanted !== id || kindOf(found.entry, source.base, await sourcesOf(system)) === kind)
    return isOwn ? { found, id: wanted, siblings } : undefined
  }

  async function aboutOf(
    system: System,
    found: Found,
    id: number,
    siblings: Awaited<ReturnType<typeof pagesOf>>,
  ) {
    const { entry } = found
    const { title, sign, cover, status } = items.summary(entry, 'about', id, await inSite(system)) as Json
    const [body, languages] = await Promise.all([
      links.rewrite(system, items.body(entry, 'about')),
      numbers.languages(system, found),
    ])
    const isContact = isContactSign(sign)
    return {
      ...{ id, title, sign: isContact ? contactSign : sign, cover, body, languages, status },
      siblings: isContact ? [] : siblings.filter((one) => !isContactSign(one.sign)),
    }
  }

  return {
    async about({ id }, system) {
      const item = await itemOf('about', id, system)
      return item && aboutOf(system, item.found, item.id, item.siblings)
    },
    async aboutInfo({ sign }, system) {
      const names = sign === contactSign ? contactSigns : [sign]
      const source = (await sourcesOf(system)).about
      const bases = [...new Set([source?.base ?? 'pages', 'pages'])]
      const found = await bySlug(system, names.join(','), bases)
      if (!found) return undefined
      const [id = 0] = await numbers.of(system, [found.entry], found.source.base)
      return aboutOf(system, found, id, await pagesOf('about', system))
    },
    async download({ id }, system) {
      const item = await itemOf('download', id, system)
      if (!item) return undefined
      const site = await inSite(system)
      const { title, summary } = items.summary(item.found.entry, 'download', item.id, site)
      return {
        ...{ id: item.id, title, description: summary },
        categories: item.siblings.map(({ id, title }) => ({ id, title })),
        items: items.files(await filesOf(system, item.found.entry), site),
        languages: await numbers.languages(system, item.found),
      }
    },
    async manual({ id }, system) {
      const item = await itemOf('manual', id, system)
      if (!item) return undefined
      const { entry } = item.found
      const { title } = items.summary(entry, 'manual', item.id, await inSite(system))
      const { html, chapters } = withChapters(await links.rewrite(system, items.body(entry, 'manual')))
      const attachments = items.attachments(await filesOf(system, entry), system.locale)
      const languages = await numbers.languages(system, item.found)
      return { id: item.id, title, body: html, chapters, attachments, languages }
    },
  }
}
