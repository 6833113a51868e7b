// Requests of the REST API of WordPress, and what a site says about itself: languages, types, sections.
import type { Query } from '../../../../shared/href.ts'
import type { Locale } from '../../../../shared/locale.ts'
import { originError } from '../../origin-error.ts'
import type { AdapterContext, RequestOptions, System, SystemResponse } from '../adapter.ts'
import { type Json, numberFrom, objectOf, objectsOf, textFrom, urlFrom } from '../values.ts'

/** `languages`: of a site with Polylang, of two sites, or the one of a single site. */
export type SiteFacts = {
  languages: 'polylang' | 'two sites' | Locale
  /** `rest_base`, slug and hierarchy of each type that the API shows. */
  types: { slug: string; base: string; isHierarchical: boolean }[]
  /** Of dates without one: `+08:00`. */
  offset: string
  title: string | undefined
  description: string | undefined
  logo: string | undefined
}

export type WordPress = ReturnType<typeof createWordPress>

const factsLifetimeMs = 300_000

export function createWordPress({ map, addresses, now }: AdapterContext) {
  const known = new Map<Locale, { until: number; facts: Promise<SiteFacts> }>()

  const siteOf = (system: System, { locale }: RequestOptions) =>
    addresses.hasTwoSites ? (locale ?? system.locale) : 'zh'

  /** The query parameter exists on every site; the path `/wp-json` only where permalinks are on. */
  const request = (system: System, route: string, query: Query, options: RequestOptions) =>
    system.get('/', { rest_route: route, ...query }, { ...options, locale: siteOf(system, options) })

  const readFacts = async (system: System, locale: Locale): Promise<SiteFacts> => {
    const { body } = await request(system, '/', rootQuery, { locale })
    const site = objectOf(body)
    for (const url of [site['home'], site['url']]) addresses.learn(urlFrom(url) ?? '', locale)
    const types = objectOf((await request(system, '/wp/v2/types', {}, { locale })).body)
    return {
      languages: languagesOf(site, addresses.hasTwoSites, map),
      types: Object.entries(types).map(([slug, type]) => ({
        slug,
        base: textFrom(objectOf(type)['rest_base']) ?? slug,
        isHierarchical: objectOf(type)['hierarchical'] === true,
      })),
      offset: dateOffset(numberFrom(site['gmt_offset']) ?? 0),
      title: textFrom(site['name']),
      description: textFrom(site['description']),
      logo: urlFrom(site['site_icon_url']),
    }
  }

  return {
    /** Facts of the site with this language; read again after some minutes. */
    facts(system: System, locale = system.locale): Promise<SiteFacts> {
      const site = addresses.hasTwoSites ? locale : 'zh'
      const last = known.get(site)
      if (last && last.until > now()) return last.facts
      const facts = readFacts(system, site)
      known.set(site, { until: now() + factsLifetimeMs, facts })
      // The next call tries again.
      facts.catch(() => known.delete(site))
      return facts
    },
    /** The code of a language in Polylang. */
    code: (locale: Locale) => map.languages?.[locale]?.code ?? locale,
    /** One entry; undefined where there is none, or none that may be read. */
    async one(
      system: System,
      path: string,
      query: Query = {},
      locale = system.locale,
    ): Promise<Json | undefined> {
      const found = await request(system, `/wp/v2/${path}`, query, { locale, accept: [401, 403] })
      if (found.status === 200) return objectOf(found.body)
      if (found.status !== 404) expectCode(found, path, /^rest_(?:forbidden|cannot)/)
      return undefined
    },
    /** A list; an empty one where the type does not exist. */
    async list(system: System, path: string, query: Query = {}, locale = system.locale): Promise<Json[]> {
      return objectsOf((await request(system, `/wp/v2/${path}`, query, { locale })).body)
    },
    /** A page of a list with the number of all entries. */
    async page(system: System, path: string, query: Query): Promise<{ entries: Json[]; total: number }> {
      const found = await request(system, `/wp/v2/${path}`, query, { accept: [400] })
      if (found.status === 200) return { entries: objectsOf(found.body), total: totalOf(found) }
      if (found.status === 404) return { entries: [], total: 0 }
      expectCode(found, path, /invalid_page_number$/)
      const first = { ...query, page: 1, per_page: 1, _fields: 'id' }
      return { entries: [], total: totalOf(await request(system, `/wp/v2/${path}`, first, {})) }
    },
  }
}

/** Any other error, such as a wrong password, is a failure and not an entry that is not there. */
function expectCode({ status, body }: SystemResponse, path: string, expected: RegExp): void {
  const code = textFrom(objectOf(body)['code']) ?? 'no code'
  if (expected.test(code)) return
  throw originError(
    'network',
    new Error(`wordpress ${path}: expected a success, got status ${status} (${code})`),
    status,
  )
}

const rootQuery = { _fields: 'name,description,url,home,gmt_offset,namespaces,site_icon_url' }

function totalOf({ field }: SystemResponse): number {
  return numberFrom(field('x-wp-total')) ?? 0
}

function languagesOf(
  { namespaces }: Json,
  hasTwoSites: boolean,
  { languages }: AdapterContext['map'],
): SiteFacts['languages'] {
  if (hasTwoSites) return 'two sites'
  if (Array.isArray(namespaces) && namespaces.includes('pll/v1')) return 'polylang'
  return languages?.en && !languages.zh ? 'en' : 'zh'
}

/** `+05:30` of 5.5. */
function dateOffset(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
