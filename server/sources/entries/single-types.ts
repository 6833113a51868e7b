// Base configuration, menu, labels and banners, where the system has a type for them; else the map's.
import type { Locale } from '../../../shared/locale.ts'
import type { SiteReads, SourceContext, System } from '../systems/source.ts'
import { isObject, type Json, objectOf, objectsOf, textFrom, urlFrom } from '../systems/values.ts'
import { createMenu, listIn } from './menu.ts'

/** Names of the type in the API; the first that exists. */
export const singleTypes = {
  site: ['site', 'global', 'site-setting', 'setting', 'site_settings', 'settings', 'globals'],
  menu: ['menu', 'main-menu', 'navigation', 'main_menu'],
  labels: ['labels', 'label'],
  banners: ['banners', 'banner'],
} as const
export type SingleType = keyof typeof singleTypes

const homePosition = 'home'

/** `read`: the entries of the first of the types that exists, with all that is in them; undefined where there is none. */
export function createSingleTypes(
  { addresses }: Pick<SourceContext, 'addresses'>,
  read: (system: System, type: SingleType, locale: Locale) => Promise<Json[] | undefined>,
): SiteReads {
  function textsOf(entry: Json, locale: Locale) {
    const texts = Object.entries(siteFields).map(([name, names]) => [name, textFrom(first(entry, names))])
    const images = ['logo', 'logo_dark'].map((name) => {
      const url = urlFrom(entry[name])
      return [name, url && addresses.media(url, locale)]
    })
    return Object.fromEntries([...texts, ...images].filter(([, text]) => text !== undefined))
  }

  return {
    ...createMenu(addresses, (system, locale) => read(system, 'menu', locale)),
    async siteConfig(system) {
      const [[zh], [en]] = (await Promise.all(
        (['zh', 'en'] as const).map(async (locale) => (await read(system, 'site', locale)) ?? []),
      )) as [Json[], Json[]]
      if (!zh && !en) return undefined
      const entry = zh ?? en ?? {}
      return {
        ...(zh && { zh: textsOf(zh, 'zh') }),
        ...(en && { en: textsOf(en, 'en') }),
        founded: textFrom(entry['founded']),
        social: objectsOf(entry['social']).map(({ name, title, url }) => ({ name: name ?? title, url })),
      }
    },
    async labels(system) {
      const entries = await read(system, 'labels', system.locale)
      return entries && Object.fromEntries(entries.flatMap((entry) => labelsIn(entry)))
    },
    async banners(position, system) {
      const entries = await read(system, 'banners', system.locale)
      const list = entries?.flatMap((entry) => listIn(entry) ?? [entry])
      const own = list?.filter((one) => (textFrom(one['position']) ?? homePosition) === position)
      const url = (value: unknown) => {
        const address = urlFrom(value)
        return address && addresses.media(address, system.locale)
      }
      return own?.map((banner, index) => ({
        id: index + 1,
        title: textFrom(banner['title'] ?? banner['heading']) ?? '',
        subtitle: textFrom(banner['subtitle'] ?? banner['description'] ?? banner['text']),
        image: url(banner['image']),
        image_mobile: url(banner['image_mobile'] ?? banner['imageMobile']),
        alt: textFrom(banner['alt'] ?? objectOf(banner['image'])['alternativeText']),
        link: url(banner['link'] ?? banner['url']),
        link_text: textFrom(banner['link_text'] ?? banner['linkText']),
      }))
    },
  }
}

const siteFields: Record<string, string[]> = {
  title: ['title', 'siteName', 'site_name', 'name'],
  description: ['description', 'siteDescription', 'site_description'],
  ...Object.fromEntries(
    [
      'name',
      'short_name',
      'keywords',
      'company',
      'slogan',
      'phone',
      'email',
      'address',
      'hours',
      'icp',
      'copyright',
      'reply',
    ].map((name) => [name, [name]]),
  ),
}

function first(entry: Json, names: string[]): unknown {
  return names.map((name) => entry[name]).find((value) => value !== undefined && value !== null)
}

const ownFields = /^(?:id|documentId|locale|createdAt|updatedAt|publishedAt|localizations)$/

/** Texts, and lists with `key` and `value`. */
function labelsIn(entry: Json): [string, string][] {
  if (typeof entry['key'] === 'string') return labelOf(entry['key'], entry['value'] ?? entry['text'])
  return Object.entries(entry).flatMap(([name, value]): [string, string][] => {
    if (ownFields.test(name)) return []
    if (Array.isArray(value))
      return objectsOf(value).flatMap((one) =>
        labelOf(textFrom(one['key'] ?? one['name']), one['value'] ?? one['text']),
      )
    return isObject(value) ? labelsIn(value) : labelOf(name, value)
  })
}

function labelOf(name: string | undefined, value: unknown): [string, string][] {
  const text = textFrom(value)
  return name && text ? [[name, text]] : []
}
