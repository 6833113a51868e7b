// Requests of the REST API of WordPress, and what a site says about itself: languages, types, sections.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { RequestOptions, SourceContext, System, SystemResponse } from '../systems/source.ts'
import { type Json, numberFrom, objectOf, objectsOf, textFrom, urlFrom } from '../systems/values.ts'

/** `languages`: of a site with Polylang, of two sites, or the one of a single site. */
export type SiteFacts = {
  languages: 'polylang' | 'two sites' | Locale
  /** `rest_base`, slug and hierarchy of each type that the API shows. */
  types: { slug: string; base: string; isHierarchical: boolean }[]
  /** Offset of dates that have none: `+08:00`. */
  offset: string
  title: string | undefined
  description: string | undefined
  logo: string | undefined
}

export type WordPress = ReturnType<typeof createWordPress>

/** The largest page of a list. */
export const mostItems = 100

export const inLanguage = (system: System, locale: Locale): System => ({ ...system, locale })

type Requests = ReturnType<typeof createRequests>

/** Requests in the form of address that a site accepts. */
function createRequests(addresses: SourceContext['addresses']) {
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
      const response = await send(system, isPath, '/', rootQuery, { ...options, locale, mustExist: true })
      const body = objectOf(response.body)
      if (!Array.isArray(body['namespaces'])) throw response.reject('expected the REST API of WordPress')
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

  return { siteOf, request, readRoot }
}

function createFacts({ request, readRoot }: Requests, { map, addresses, memos }: SourceContext) {
  const known = memos.create<SiteFacts>()

  /** The version of Polylang without a REST API for posts has the namespace, too. */
  const expectLanguages = async (system: System, locale: Locale): Promise<void> => {
    const response = await request(system, '/wp/v2/posts', { per_page: 1, _fields: 'id,lang' }, { locale })
    const [first] = objectsOf(response.body)
    if (first && first['lang'] === undefined)
      throw response.reject('expected lang and translations in posts (Polylang Pro)')
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

  return (system: System, locale = system.locale): Promise<SiteFacts> => {
    const site = addresses.hasTwoSites ? locale : 'zh'
    return known(site, () => readFacts(system, site))
  }
}

function createEntries({ siteOf, request }: Requests, memos: SourceContext['memos']) {
  const knownStatuses = memos.create<string>()

  /** Statuses of the entries that the user of API_TOKEN may read; a request for others is an error for WordPress. */
  const statusesOf = (system: System, base: string): Promise<string> =>
    knownStatuses(`${siteOf(system, {})} ${base}`, async () => {
      const query = { per_page: 1, _fields: 'id', status: withDrafts }
      const response = await request(system, `/wp/v2/${base}`, query, { accept: [400, 401, 403] })
      return response.status === 200 ? withDrafts : 'publish'
    })

  async function bulk(system: System, path: string, query: Query) {
    const options = { locale: system.locale, accept: [400], mustExist: true }
    const response = await request(system, `/wp/v2/${path}`, query, options)
    if (response.status === 400) expectCode(response, /invalid_page_number$/)
    const all = response.status === 200 ? objectsOf(response.body) : []
    return { entries: all.filter((entry) => !isProtected(entry)), read: all.length, total: totalOf(response) }
  }

  /** Entries of a type, with drafts, but without those that have a password. */
  async function entries(system: System, base: string, query: Query) {
    return bulk(system, base, { ...query, status: await statusesOf(system, base) })
  }

  /**
   * What everybody gets of published entries: WordPress renders texts for the user of API_TOKEN, so that blocks with lists of posts
   * have private ones. Where everybody gets nothing, they stay as that user gets them.
   */
  async function asPublic(system: System, base: string, entries: Json[]): Promise<Json[]> {
    const ids = entries.flatMap(({ id, status }) => (status === 'publish' ? [id] : []))
    if (ids.length === 0) return entries
    const query = { include: ids.join(','), per_page: mostItems, _fields: 'id,content,excerpt' }
    const options = { locale: system.locale, accept: [400, 401, 403], isPublic: true }
    const response = await request(system, `/wp/v2/${base}`, query, options)
    if (response.status !== 200) return entries
    const texts = new Map(
      objectsOf(response.body).map(({ id, content, excerpt }) => [id, { content, excerpt }]),
    )
    return entries.map((entry) => ({ ...entry, ...texts.get(entry['id']) }))
  }

  return {
    /** Entries of a list. `read`: how many entries the response has; `total`: all that there are. */
    bulk,
    /** Lists as `entries` does, with the texts that everybody gets. */
    async publicEntries(system: System, base: string, query: Query) {
      const listed = await entries(system, base, query)
      return { ...listed, entries: await asPublic(system, base, listed.entries) }
    },
    entries,
  }
}

export function createWordPress(context: SourceContext) {
  const requests = createRequests(context.addresses)
  const { siteOf, request, readRoot } = requests
  const { languages } = context.map

  return {
    ...createEntries(requests, context.memos),
    /** Facts of the site with this language. */
    facts: createFacts(requests, context),
    /** A request with a wrong password gets what is public: only the user knows. */
    async access(system: System, hasToken: boolean): Promise<void> {
      await readRoot(system, siteOf(system, {}))
      if (!hasToken) return
      const response = await request(system, '/wp/v2/users/me', { _fields: 'id' }, { accept: [401, 403] })
      const code = textFrom(objectOf(response.body)['code']) ?? ''
      // Some sites hide their users from everybody.
      if (wrongPassword.test(code)) throw response.reject('expected access (API_TOKEN)')
    },
    /** The code of a language in Polylang. */
    code: (locale: Locale) => languages?.[locale]?.code ?? locale,
    /** One object; undefined where there is none. */
    async one(system: System, path: string, query: Query = {}): Promise<unknown> {
      const { status, body } = await request(system, `/wp/v2/${path}`, query, { locale: system.locale })
      return status === 200 ? body : undefined
    },
    /** A list; an empty one where the type does not exist. */
    async list(system: System, path: string, query: Query = {}, locale = system.locale): Promise<Json[]> {
      const { body } = await request(system, `/wp/v2/${path}`, query, { locale })
      return objectsOf(body)
    },
  }
}

/** The statuses without `private` and what is in the trash. */
const withDrafts = 'publish,future,draft,pending'

const wrongPassword =
  /^(?:rest_not_logged_in|incorrect_password|invalid_(?:username|email)|application_passwords_)/

function isProtected(entry: Json): boolean {
  return objectOf(entry['content'])['protected'] === true
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
  { languages }: SourceContext['map'],
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
