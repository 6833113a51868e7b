// Fixed text of api-map.yaml, for what the content system lacks: site, menu, labels, banners, form.
import type { MenuNode } from '../../../shared/content/site.ts'
import { href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { listOf, type SiteSections } from '../../../shared/sections.ts'
import { type ApiMap, type ItemKind, itemKinds } from './api-map.ts'
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
      menu ??
      (await site.menu?.(system, addressOf)) ??
      sectionMenu(map.sections, [...itemKinds(map), 'contact']),
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
function siteOf(ofSystem: unknown, { site, sections }: ApiMap): unknown {
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
    sections: listOf(sections),
    zh: { ...texts.zh, title: title ?? untitled.zh },
    en: { ...texts.en, title: texts.en['title'] ?? title ?? untitled.en },
  }
}

/** The object without the fields that are not there. */
function defined(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectOf(value)).filter(([, field]) => field !== undefined))
}

const otherPages = {
  download: { zh: '下载', en: 'Downloads' },
  about: { zh: '关于', en: 'About' },
  contact: { zh: '联系', en: 'Contact' },
} as const
type OtherPage = keyof typeof otherPages

/** A menu of the sections that have content, where nobody has written one. */
export function sectionMenu(sections: SiteSections, kinds: readonly ItemKind[]): MenuNode[] {
  const entries = [
    ...sections.lists.map(({ slug, title }) => ({
      kind: slug,
      title,
      path: href('section-list', { section: slug }, 'zh'),
    })),
    ...(Object.keys(otherPages) as OtherPage[]).map((kind) => ({
      kind,
      title: otherPages[kind],
      path: href(kind, {}, 'zh'),
    })),
  ]
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ title, path }, index) => ({
      id: index + 1,
      title: { ...title },
      path,
      external: undefined,
      children: [],
    }))
}
