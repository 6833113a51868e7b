// About pages, downloads and manuals of a content system.

import { contactSign, firstByOrder } from '../../../../shared/constants.ts'
import { withChapters } from '../../../rich-text/html.ts'
import type { AdaptedCalls, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { contactSigns, isContactSign } from '../contact-signs.ts'
import type { FieldName } from './entries.ts'
import type { EntrySite, Found } from './site.ts'

type PageCalls = Pick<AdaptedCalls, 'about' | 'aboutInfo' | 'download' | 'manual'>

const fields: readonly FieldName[] = ['title', 'summary', 'cover', 'sign', 'body', 'files', 'updated_at']

export function createPages(site: EntrySite): PageCalls {
  const { dialect, sources, items, links, find, findBySign, languagesOf } = site

  async function siblingsOf(system: System, kind: ItemKind) {
    const source = await sources.sourceOf(system, kind)
    return source ? site.namesOf(system, source) : []
  }

  /** The item with a number, or the first one in their order; with all of its kind. */
  async function itemOf(system: System, kind: ItemKind, id: number) {
    const siblings = await siblingsOf(system, kind)
    const first = siblings.find(({ sign }) => kind !== 'about' || !isContactSign(sign))
    const wanted = id === firstByOrder ? ((first ?? siblings[0])?.id ?? 0) : id
    const found = await find(system, wanted, [kind], fields)
    return found && { found, siblings }
  }

  async function commonOf(system: System, { entry, source, id }: Found) {
    const [status] = await dialect.statuses(system, [entry], source)
    return { ...site.nameOf(entry, source, id), languages: languagesOf(system, entry), ...status }
  }

  async function aboutOf(system: System, found: Found, siblings: Awaited<ReturnType<typeof siblingsOf>>) {
    const { entry, source, id } = found
    const common = await commonOf(system, found)
    const { cover } = { cover: undefined, ...items.summary(entry, source, id, system.locale) }
    const isContact = isContactSign(common.sign)
    const others = siblings.filter(({ sign }) => !isContactSign(sign))
    return {
      ...{ ...common, cover, body: await links.rewrite(system, items.body(entry, source)) },
      sign: isContact ? contactSign : common.sign,
      siblings: isContact ? [] : others.map(({ id, sign, title }) => ({ id, sign, title })),
    }
  }

  return {
    async about({ id }, system) {
      const item = await itemOf(system, 'about', id)
      return item && aboutOf(system, item.found, item.siblings)
    },
    async aboutInfo({ sign }, system) {
      const found = await findBySign(system, sign === contactSign ? contactSigns : [sign], ['about'], fields)
      return found && aboutOf(system, found, await siblingsOf(system, 'about'))
    },
    async download({ id }, system) {
      const item = await itemOf(system, 'download', id)
      if (!item) return undefined
      const { entry, source } = item.found
      const { summary } = items.summary(entry, source, item.found.id, system.locale)
      return {
        ...{ ...(await commonOf(system, item.found)), description: summary },
        categories: item.siblings.map(({ id, title }) => ({ id, title })),
        items: items.filesOf(entry, source, system.locale),
      }
    },
    async manual({ id }, system) {
      const wanted = id === firstByOrder ? (await siblingsOf(system, 'manual'))[0]?.id : id
      const found = wanted === undefined ? undefined : await find(system, wanted, ['manual'], fields)
      if (!found) return undefined
      const { entry, source } = found
      const { html, chapters } = withChapters(await links.rewrite(system, items.body(entry, source)))
      const { attachments } = items.articleFields(entry, source, system.locale)
      return { ...(await commonOf(system, found)), body: html, chapters, attachments }
    },
  }
}
