// Links of WordPress content to other entries of the site, as addresses of this site.
import { href } from '../../../../shared/href.ts'
import { isLocale, type Locale } from '../../../../shared/locale.ts'
import { type RouteId, sectionRoute } from '../../../../shared/routes.ts'
import type { AdapterContext, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { linksOf, rewriteHtml } from '../html.ts'
import { type Json, numberFrom } from '../values.ts'
import type { WordPress } from './client.ts'
import type { Numbers } from './numbers.ts'
import { kindOf, type Sources, sectionNamed } from './sources.ts'

export type Links = ReturnType<typeof createLinks>

type Options = {
  wordpress: WordPress
  numbers: Numbers
  sourcesOf: (system: System) => Promise<Sources>
  addresses: AdapterContext['addresses']
}

/** Different links of one text that are looked up. */
const mostLinks = 50
const fields = 'id,slug,link,type,parent,categories,lang,translations'

export function createLinks({ wordpress, numbers, sourcesOf, addresses }: Options) {
  async function entriesOf(system: System, paths: string[], base: string): Promise<Json[]> {
    const ids = paths.flatMap((path) => idIn(path) ?? [])
    const slugs = paths.flatMap((path) => slugIn(path) ?? [])
    const { languages } = await wordpress.facts(system)
    const query = { per_page: 100, _fields: fields, ...(languages === 'polylang' && { lang: '' }) }
    const found = await Promise.all([
      slugs.length > 0 ? wordpress.list(system, base, { ...query, slug: slugs.join(',') }) : [],
      ids.length > 0 ? wordpress.list(system, base, { ...query, include: ids.join(',') }) : [],
    ])
    return found.flat()
  }

  /** Path in WordPress -> address of this site. */
  async function addressesOf(system: System, paths: string[]): Promise<Map<string, string>> {
    const sources = await sourcesOf(system)
    const wanted = [...new Set(paths)].slice(0, mostLinks)
    const bases = [...new Set([...Object.values(sources).map(({ base }) => base), 'pages'])]
    const ofBases = await Promise.all(
      bases.map(async (base) => {
        const entries = await entriesOf(system, wanted, base)
        const ofEntries = await numbers.of(system, entries, base)
        return entries.map((entry, index) => ({ entry, number: ofEntries[index]!, base }))
      }),
    )
    const found = ofBases.flat()
    return new Map(
      wanted.flatMap((path) => {
        const section = sectionAddress(path, system.locale)
        if (section) return [[path, section] as const]
        const target = found.find(({ entry }) => leadsTo(path, entry, system.locale))
        const kind = target && kindOf(target.entry, target.base, sources)
        return kind ? [[path, itemAddress(kind, target.number, localeOf(target.entry, system))] as const] : []
      }),
    )
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
function idIn(path: string): number | undefined {
  const found = /[?&](?:p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/.exec(path)?.[1]
  return found === undefined ? undefined : Number(found)
}

function slugIn(path: string): string | undefined {
  return plainPath(path).split('/').at(-1) || undefined
}

/** Without query, fragment and trailing slash; escapes as WordPress writes them. */
function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  return plain.replace(/\/+$/, '').toLowerCase()
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
function sectionAddress(path: string, locale: Locale): string | undefined {
  if (idIn(path) !== undefined) return undefined
  const [first = '', ...rest] = plainPath(path).split('/').filter(Boolean)
  const [language, names] = isLocale(first) ? [first, rest] : [locale, first === '' ? [] : [first, ...rest]]
  if (names.length === 0) return href('home', {}, language)
  const section = names.length === 1 ? sectionNamed(names[0]!) : undefined
  return section && section !== 'manual' ? href(sectionRoutes[section], {}, language) : undefined
}

export function itemAddress(kind: ItemKind, id: number, locale: Locale): string {
  switch (kind) {
    case 'about':
      return href('about', { id }, locale)
    case 'download':
      return href('download', { id }, locale)
    case 'manual':
      return href('manual', { id }, locale)
    default: {
      // Every category has a section.
      const route = sectionRoute('article', kind)!
      return href(route as 'news-detail', { id }, locale)
    }
  }
}
