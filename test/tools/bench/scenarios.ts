// Scenarios of the bench: stored responses, pages that are made, and a mix of both.
import { words } from '../../helpers/words.ts'
import { load } from './load.ts'
import { get, site, startOrigin, startServer } from './process.ts'

export type Scenario = {
  name: string
  /** Environment of a separate origin, see origin.ts; without it the site has the embedded content. */
  origin?: Record<string, string>
  /** Settings of the site. */
  env?: Record<string, string>
  /** The path of the request with this number. */
  path: (build: string, request: number) => string
  headers?: Record<string, string>
}

export const stored: Scenario[] = [
  { name: 'stored page', path: () => '/news' },
  { name: 'stored page, br', path: () => '/news', headers: { 'accept-encoding': 'br' } },
  { name: 'stored page, negotiated', path: () => '/' },
  { name: 'stored payload', path: (build) => `/news/1001/_payload.json?${build}` },
  { name: 'stored call', path: () => '/api/home/article/list/news?lang=zh&page=1&page_size=40' },
]

/** Responses that have other bytes each time, and are not stored. */
const changing = { ORIGIN_CHANGING: '/' }

export const pages: Scenario[] = [
  { name: 'list, new page', origin: {}, path: (_build, request) => `/news?page=${request + 2000}` },
  { name: 'article, new item', origin: {}, path: (_build, request) => `/news/${request + 2000}` },
  { name: 'article, everything new', origin: changing, path: () => '/news/1001' },
  { name: 'product, everything new', origin: changing, path: () => '/product/101' },
  { name: 'home, everything new', origin: changing, path: () => '/zh' },
]

/** Stored responses; one request in `oneNewIn` is for a new article. All visitors have one address. */
export function mix(oneNewIn: number): Scenario {
  const others = words('/en /product /service /solution /about /download36 /contact /news/1001 /robots.txt')
  const path: Scenario['path'] = (build, request) => {
    // Twice each: an entry that is requested again stays longer.
    if (request % oneNewIn === 0) return `/news/${2000 + request - (request % (2 * oneNewIn))}`
    const at = request % (stored.length + others.length)
    return others[at] ?? stored[at - others.length]!.path(build, request)
  }
  return { name: 'mixed', origin: {}, env: { ADDRESS_RATE: '0' }, path }
}

/** V8 compiles the code of a page for a few hundred pages: visitors of a server that runs for hours do not meet that. */
const warmUpRequests = 700

/** Resolves when the site is warm. */
export async function start({ headers = {}, env, ...scenario }: Scenario) {
  const origin = scenario.origin && (await startOrigin(scenario.origin))
  const server = await startServer(site, {
    path: '/readyz',
    env: { ...env, ...(origin && { API_BASE: origin.url }) },
  })
  const { id } = JSON.parse(String((await get(server.url, '/builds/latest.json')).body)) as { id: string }
  let requests = 0
  const path = () => scenario.path(id, requests++)
  await load({ server, path, headers }, { most: warmUpRequests })
  const stop = () => Promise.all([server.stop(), origin?.stop()])
  return { site: server, path, stop }
}
