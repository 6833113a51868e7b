// Fixed text of api-map.yaml, for what the content system lacks: site, menu, labels, banners, form.
import type { MenuNode } from '../../../shared/content/site.ts'
import { href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { RouteId } from '../../../shared/routes.ts'
import type { ApiMap, ItemKind } from './api-map.ts'
import type { SiteReads } from './source.ts'
import { objectOf } from './values.ts'

/** What is on every page, completed by the map: its text goes before, and is used where the system has none. */
export function withFixedText(site: Partial<SiteReads>, map: ApiMap): SiteReads {
  const { menu, labels, banners, form } = map
  return {
    labels: async (system) =>
      (labels ? undefined : await site.labels?.(system)) ?? labelsOf(map, system.locale),
    banners: async (position, system) =>
      (banners ? undefined : await site.banners?.(position, system)) ??
      bannersOf(map, position, system.locale),
    menu: async (system, addressOf) =>
      menu ?? (await site.menu?.(system, addressOf)) ?? sectionMenu(Object.keys(sections) as Section[]),
    form: async () => form ?? [],
    siteConfig: async (system) => siteOf(await site.siteConfig?.(system), map),
  }
}

function labelsOf({ labels = {} }: ApiMap, locale: Locale) {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, texts]) => {
      const text = texts[locale]
      return text === undefined ? [] : [[key, text]]
    }),
  )
}

function bannersOf({ banners }: ApiMap, position: string, locale: Locale) {
  return (banners && Object.hasOwn(banners, position) ? banners[position]! : []).flatMap((banner) => {
    const texts = banner[locale]
    return texts ? [{ id: banner.id, ...texts }] : []
  })
}

/** Where neither the system nor the map has a title; `npm run content -- report` names it. */
export const untitled = { zh: '网站', en: 'Website' }

/** Field by field: the map, else the system. A title in one language serves both. */
function siteOf(ofSystem: unknown, { site }: ApiMap): unknown {
  const base = objectOf(ofSystem)
  const { zh, en, ...rest } = defined(site)
  const texts: Record<Locale, Record<string, unknown>> = {
    zh: { ...objectOf(base['zh']), ...defined(zh) },
    en: { ...objectOf(base['en']), ...defined(en) },
  }
  const title = texts.zh['title'] ?? texts.en['title']
  return {
    ...base,
    ...rest,
    zh: { ...texts.zh, title: title ?? untitled.zh },
    en: { ...texts.en, title: texts.en['title'] ?? title ?? untitled.en },
  }
}

/** Without the fields that are not there. */
function defined(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([, field]) => field !== undefined))
}

const sections = {
  product: { zh: '产品', en: 'Products', route: 'product-list' },
  solution: { zh: '解决方案', en: 'Solutions', route: 'solution-list' },
  service: { zh: '服务', en: 'Services', route: 'service-list' },
  news: { zh: '新闻', en: 'News', route: 'news-list' },
  download: { zh: '下载', en: 'Downloads', route: 'download' },
  about: { zh: '关于', en: 'About', route: 'about' },
  contact: { zh: '联系', en: 'Contact', route: 'contact' },
} as const satisfies Record<string, { zh: string; en: string; route: RouteId }>
type Section = keyof typeof sections

/** A menu of the sections that have content, where nobody has written one. */
export function sectionMenu(kinds: readonly (ItemKind | 'contact')[]): MenuNode[] {
  const shown = (Object.keys(sections) as Section[]).filter((section) => kinds.includes(section))
  return shown.map((section, index) => {
    const { zh, en, route } = sections[section]
    return {
      id: index + 1,
      title: { zh, en },
      path: href(route, {}, 'zh'),
      external: undefined,
      children: [],
    }
  })
}
