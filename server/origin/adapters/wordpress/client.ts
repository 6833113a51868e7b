// Requests of the REST API of WordPress, and what a site says about itself: languages, types, sections.
import type { Query } from '../../../../shared/href.ts'
import type { Locale } from '../../../../shared/locale.ts'
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
const listLifetimeMs = 60_000

export type Page = { entries: Json[]; total: number }

export function createWordPress({ map, addresses, memos }: AdapterContext) {
  const knownFacts = memos.create<SiteFacts>(factsLifetimeMs)
  const knownLists = memos.create<Page>(listLifetimeMs)

  const siteOf = (system: System, { locale }: RequestOptions) =>
    addresses.hasTwoSites ? (locale ?? system.locale) : 'zh'

  /** Sites that reject the query parameter `rest_route`, which needs no permalinks. */
  const withPath = new Set<Locale>()

  const send = (system: System, isPath: boolean, route: string, query: Query, options: RequestOptions) =>
    isPath
      ? system.get(`/wp-json${route}`, query, options)
      : system.get('/', { rest_route: route, ...query }, options)

  const request = (system: System, route: string, query: Query, options: RequestOptions) => {
    const locale = siteOf(system, options)
    return send(system, withPath.has(locale), route, query, { ...options, locale })
  }

  /** What the site says about itself, in the form of address that it accepts. */
  const readRoot = async (system: System, locale: Locale): Promise<Json> => {
    const isPath = withPath.has(locale)
    const root = async (isPath: boolean, options: RequestOptions) => {
      const found = await send(system, isPath, '/', rootQuery, { ...options, locale, mustExist: true })
      const body = objectOf(found.body)
      if (!Array.isArray(body['namespaces'])) throw found.reject('expected the REST API of WordPress')
      return body
    }
    return root(isPath, {}).catch(async (error: unknown) => {
      const body = await root(!isPath, { isProbe: true }).catch(() => undefined)
      if (!body) throw error
      if (isPath) withPath.delete(locale)
      else withPath.add(locale)
      return body
    })
  }

  /** The version of Polylang without a REST API for posts has the namespace, too. */
  const expectLanguages = async (system: System, locale: Locale): Promise<void> => {
    const found = await request(system, '/wp/v2/posts', { per_page: 1, _fields: 'id,lang' }, { locale })
    const [first] = objectsOf(found.body)
    if (first && first['lang'] === undefined)
      throw found.reject('expected lang and translations in posts (Polylang Pro)')
  }

  const readFacts = async (system: System, locale: Locale): Promise<SiteFacts> => {
    const site = await readRoot(system, locale)
    for (const url of [site['home'], site['url']]) addresses.learn(urlFrom(url) ?? '', locale)
    const languages = languagesOf(site, addresses.hasTwoSites, map)
    if (languages === 'polylang') await expectLanguages(system, locale)
    const types = objectOf((await request(system, '/wp/v2/types', {}, { locale })).body)
    return {
      languages,
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

  /** A page of a list with the number of all entries. */
  async function page(system: System, path: string, query: Query, locale = system.locale): Promise<Page> {
    const found = await request(system, `/wp/v2/${path}`, query, { locale, accept: [400] })
    if (found.status === 200) {
      const all = objectsOf(found.body)
      const entries = withoutProtected(all, system)
      // The total of a search tells nothing of the protected texts on its page.
      return { entries, total: totalOf(found) - (all.length - entries.length) }
    }
    if (found.status === 404) return { entries: [], total: 0 }
    expectCode(found, /invalid_page_number$/)
    const first = { ...query, page: 1, per_page: 1, _fields: 'id' }
    return { entries: [], total: totalOf(await request(system, `/wp/v2/${path}`, first, { locale })) }
  }

  return {
    /** Entries without those that have a password. `read`: how many the response has; `total`: all that there are. */
    async bulk(system: System, path: string, query: Query) {
      const options = { locale: system.locale, accept: [400], mustExist: true }
      const found = await request(system, `/wp/v2/${path}`, query, options)
      if (found.status === 400) expectCode(found, /invalid_page_number$/)
      const all = found.status === 200 ? objectsOf(found.body) : []
      return { entries: withoutProtected(all, system), read: all.length, total: totalOf(found) }
    },
    /** Facts of the site with this language; read again after some minutes. */
    facts(system: System, locale = system.locale): Promise<SiteFacts> {
      const site = addresses.hasTwoSites ? locale : 'zh'
      return knownFacts(site, () => readFacts(system, site))
    },
    /** A request with a wrong password gets what is public: only the user knows. */
    async access(system: System, hasToken: boolean): Promise<void> {
      await readRoot(system, siteOf(system, {}))
      if (!hasToken) return
      const found = await request(system, '/wp/v2/users/me', { _fields: 'id' }, { accept: [401, 403] })
      const code = textFrom(objectOf(found.body)['code']) ?? ''
      // Some sites hide their users from everybody.
      if (wrongPassword.test(code)) throw found.reject('expected access (API_TOKEN)')
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
      if (found.status === 200) return publicOne(objectOf(found.body), system)
      if (found.status !== 404) expectCode(found, /^rest_(?:forbidden|cannot)/)
      return undefined
    },
    /** A list; an empty one where the type does not exist. */
    async list(system: System, path: string, query: Query = {}, locale = system.locale): Promise<Json[]> {
      const { body } = await request(system, `/wp/v2/${path}`, query, { locale })
      return withoutProtected(objectsOf(body), system)
    },
    page,
    /** As `page`; several calls share one request. */
    shared(system: System, path: string, query: Query, locale = system.locale): Promise<Page> {
      const read = () => page(system, path, query, locale)
      return system.preview
        ? read()
        : knownLists(JSON.stringify([siteOf(system, { locale }), path, query]), read)
    },
  }
}

const wrongPassword =
  /^(?:rest_not_logged_in|incorrect_password|invalid_(?:username|email)|application_passwords_)/

/** With API_TOKEN, WordPress sends drafts as well. */
function publicOne(entry: Json, { preview }: System): Json | undefined {
  const { status } = entry
  const isPublic = status === undefined || status === 'publish' || status === 'inherit'
  return preview || (isPublic && !isProtected(entry)) ? entry : undefined
}

/** The field that says whether an entry has a password; WordPress searches the texts of those as well. */
export const protectedField = 'content.protected'

function isProtected(entry: Json): boolean {
  return objectOf(entry['content'])['protected'] === true
}

function withoutProtected(entries: Json[], { preview }: System): Json[] {
  return preview ? entries : entries.filter((entry) => !isProtected(entry))
}

/** Any other error, such as a wrong password, is a failure and not an entry that is not there. */
function expectCode({ body, reject }: SystemResponse, expected: RegExp): void {
  const code = textFrom(objectOf(body)['code']) ?? 'no code'
  if (!expected.test(code)) throw reject(`expected a success, got ${code.slice(0, 40)}`)
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
