// Menu and base configuration of a WordPress site.
import type { MenuNode } from '../../../shared/content/site.ts'
import { type Locale, otherLocale } from '../../../shared/locale.ts'
import { sectionMenu } from '../systems/fixed-text.ts'
import { menuTarget, sameEntry } from '../systems/menu-entry.ts'
import type { AddressOf, SiteReads, SourceContext, System } from '../systems/source.ts'
import { type Json, numberFrom, textFrom, urlFrom } from '../systems/values.ts'
import { mostItems, type WordPress } from './client.ts'
import type { SourcesOf } from './sources.ts'

/** An item of a menu in one language; `path` is an address of this site without language, or another site. */
type Entry = { id: number; parent: number; title: string; path: string; external: boolean }

export function createMenu(
  { map, addresses }: SourceContext,
  client: WordPress,
  sourcesOf: SourcesOf,
): Partial<SiteReads> {
  /** Reading menus needs API_TOKEN. Undefined where there is none. */
  async function menuIn(system: System, locale: Locale, addressOf: AddressOf): Promise<Entry[] | undefined> {
    const name = map.menus?.[locale]
    if (name === undefined) return undefined
    const site = { ...system, locale }
    const [menu] = await client.list(site, 'menus', { slug: name, _fields: 'id' }, locale)
    if (!menu) return undefined
    const query = { menus: numberFrom(menu['id']), per_page: mostItems, orderby: 'menu_order', order: 'asc' }
    const fields = { _fields: 'id,title,url,parent' }
    const entries = await client.list(site, 'menu-items', { ...query, ...fields }, locale)
    return entries.map((entry) => menuEntry(entry, locale, addressOf))
  }

  function menuEntry(entry: Json, locale: Locale, addressOf: AddressOf): Entry {
    const url = urlFrom(entry['url']) ?? ''
    return {
      id: numberFrom(entry['id']) ?? 0,
      parent: numberFrom(entry['parent']) ?? 0,
      title: textFrom(entry['title']) ?? '',
      ...menuTarget(url, locale, addresses, addressOf(url, locale)),
    }
  }

  return {
    async menu(system, addressOf): Promise<MenuNode[]> {
      const [zh, en] = await Promise.all([menuIn(system, 'zh', addressOf), menuIn(system, 'en', addressOf)])
      const own = zh?.length ? zh : en
      if (own?.length) return treeOf(own, zh?.length && en?.length ? en : own)
      return sectionMenu(map.sections, [...Object.keys(await sourcesOf(system)), 'contact'])
    },
    async siteConfig(system) {
      const { locale } = system
      const other = addresses.hasTwoSites ? otherLocale(locale) : locale
      const sites = {
        [other]: await client.facts(system, other),
        [locale]: await client.facts(system, locale),
      }
      return Object.fromEntries(
        (['zh', 'en'] as const).flatMap((one) => {
          const facts = sites[one] ?? sites[locale]
          if (!facts) return []
          const { title, description, logo } = facts
          return [[one, { title, description, ...(logo && { logo: addresses.media(logo, one) }) }]]
        }),
      )
    },
  }
}

/** The tree of the Chinese menu. */
function treeOf(entries: Entry[], others: Entry[]): MenuNode[] {
  const below = (parent: number): MenuNode[] =>
    entries
      .filter((entry) => entry.parent === parent)
      .map((entry) => {
        const other = sameEntry(entry, entries.indexOf(entry), others)
        const { id, title, path, external } = entry
        return {
          id,
          path,
          external: external || undefined,
          children: below(id),
          title: { zh: title, en: other?.title || title },
        }
      })
  return below(0)
}
