// Links of WordPress content to other entries of the site, as addresses of this site.

import { href } from '../../../../shared/href.ts'
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import type { RouteId } from '../../../../shared/routes.ts'
import { withoutSlash } from '../../../config/without-slash.ts'
import { linksOf, rewriteHtml } from '../../../rich-text/html.ts'
import type { AdapterContext, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { itemAddress } from '../item-address.ts'
import { type Json, numberFrom } from '../values.ts'
import type { WordPress } from './client.ts'
import type { Directory } from './directory.ts'
import type { Numbers } from './numbers.ts'
import { kindOf, type Sources, sectionNamed } from './sources.ts'

export type Links = ReturnType<typeof createLinks>

type Options = {
  wordpress: WordPress
  directory: Directory
  numbers: Numbers
  sourcesOf: (system: System) => Promise<Sources>
  addresses: AdapterContext['addresses']
}

/** Different links of one text that are looked up. */
const mostLinks = 50

export function createLinks({ wordpress, directory, numbers, sourcesOf, addresses }: Options) {
  type Target = { entry: Json; base: string }

  /** The entries that paths may lead to; those of large types are looked up for what is in no other one. */
  async function targetsOf(system: System, paths: string[], bases: string[]): Promise<Target[]> {
    const known = await Promise.all(bases.map((base) => directory.all(system, base)))
    const found = bases.flatMap((base, index) => (known[index] ?? []).map((entry) => ({ entry, base })))
    const left = paths.filter((path) => !found.some(({ entry }) => leadsTo(path, entry, system.locale)))
    if (left.length === 0) return found
    const ids = left.flatMap((path) => idIn(path) ?? [])
    const slugs = left.flatMap((path) => slugIn(path) ?? [])
    const large = bases.filter((_, index) => known[index] === undefined)
    const others = await Promise.all(
      large.map(async (base) =>
        (await directory.find(system, base, { ids, slugs })).map((entry) => ({ entry, base })),
      ),
    )
    return [...found, ...others.flat()]
  }

  /** Path in WordPress -> address of this site. */
  async function addressesOf(system: System, paths: string[]): Promise<Map<string, string>> {
    const sources = await sourcesOf(system)
    const wanted = [...new Set(paths)].slice(0, mostLinks)
    const bases = [...new Set([...Object.values(sources).map(({ base }) => base), 'pages'])]
    const entries = wanted.filter((path) => sectionAddress(path, system.locale) === undefined)
    const targets = entries.length > 0 ? await targetsOf(system, entries, bases) : []
    const addressOf = async (path: string) => {
      const section = sectionAddress(path, system.locale)
      if (section) return section
      const target = targets.find(({ entry }) => leadsTo(path, entry, system.locale))
      const kind = target && kindOf(target.entry, target.base, sources)
      if (!kind) return undefined
      const [number = 0] = await numbers.of(system, [target.entry], target.base)
      return itemAddress(kind, number, localeOf(target.entry, system))
    }
    const found = await Promise.all(wanted.map(async (path) => [path, await addressOf(path)] as const))
    return new Map(found.flatMap(([path, address]) => (address ? [[path, address] as const] : [])))
  }

  function localeOf(entry: Json, { locale }: System): Locale {
    const code = entry['lang']
    return (['zh', 'en'] as const).find((one) => wordpress.code(one) === code) ?? locale
  }

  /** Whether a link leads to an entry. */
  function leadsTo(path: string, entry: Json, locale: Locale): boolean {
    if (idIn(path) !== undefined) return idIn(path) === numberFrom(entry['id'])
    const own = addresses.within(String(entry['link'] ?? ''), locale)
    return own !== undefined && plainPath(own) === plainPath(path)
  }

  return {
    /** The addresses of URLs, in their order; undefined for one that is not an entry or section of the site. */
    async resolve(system: System, urls: string[]): Promise<(string | undefined)[]> {
      const paths = urls.map((url) => addresses.within(url, system.locale))
      const known = await addressesOf(
        system,
        paths.flatMap((path) => path ?? []),
      )
      return paths.map((path) => {
        const address = path === undefined ? undefined : known.get(path)
        const [, ...fragment] = (path ?? '').split('#')
        return address && [address, ...fragment].join('#')
      })
    },
    /** HTML with addresses of this site. What leads to no entry keeps its path, for which there may be a redirect. */
    async rewrite(system: System, html: string): Promise<string> {
      const { locale } = system
      const urls = [...new Set(linksOf(html))].filter((url) => isPage(url, locale))
      const resolved = urls.length > 0 ? await this.resolve(system, urls) : []
      const known = new Map(urls.map((url, index) => [url, resolved[index]]))
      return rewriteHtml(html, {
        link: (url) => known.get(url) ?? addresses.within(url, locale) ?? url,
        media: (url) => addresses.media(url, locale),
      })
    },
  }

  function isPage(url: string, locale: Locale): boolean {
    return addresses.within(url, locale) !== undefined && addresses.media(url, locale) === url
  }
}

/** `?p=12`, `?page_id=12`. */
export function idIn(path: string): number | undefined {
  const found = /[?&](?:p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/.exec(path)?.[1]
  return found === undefined ? undefined : Number(found)
}

function slugIn(path: string): string | undefined {
  return plainPath(path).split('/').at(-1) || undefined
}

/** Without query, fragment and trailing slash; escapes as WordPress writes them. */
export function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  return withoutSlash(plain).toLowerCase()
}

const sectionRoutes: Record<ItemKind | 'contact', RouteId> = {
  news: 'news-list',
  product: 'product-list',
  service: 'service-list',
  solution: 'solution-list',
  about: 'about',
  download: 'download',
  manual: 'home',
  contact: 'contact',
}

/** `/`, `/products/`, `/en/about-us/`. */
export function sectionAddress(path: string, locale: Locale): string | undefined {
  if (idIn(path) !== undefined) return undefined
  const [first = '', ...rest] = plainPath(path).split('/').filter(Boolean)
  const [language, names] = isLocale(first) ? [first, rest] : [locale, first === '' ? [] : [first, ...rest]]
  if (names.length === 0) return href('home', {}, language)
  const section = names.length === 1 ? sectionNamed(names[0]!) : undefined
  return section && section !== 'manual' ? href(sectionRoutes[section], {}, language) : undefined
}
