// Scenarios of the bench: a page in one of four states, or another URL of the site.
import { get, type Server, site, startServer } from './process.ts'

export type Scenario = {
  name: string
  /** Environment of the site. */
  env?: Record<string, string>
  /** Environment of a separate origin, see origin.ts; without it the site has the embedded content. */
  origin?: Record<string, string>
  /** The path of the request with this number. */
  path: (build: string, request: number) => string
  headers?: Record<string, string>
  /** Compared with the render floor of this page instead of with bare servers that send the same bytes. */
  floor?: string
}

const call = '/api/home/article/list/news?lang=zh&page=1&page_size=40'
const stored: Scenario[] = [
  { name: 'stored page', path: () => '/news' },
  { name: 'stored page, br', path: () => '/news', headers: { 'accept-encoding': 'br' } },
  { name: 'stored page, negotiated', path: () => '/' },
  { name: 'stored payload', path: (build) => `/news/1001/_payload.json?${build}` },
  { name: 'stored call', path: () => call },
]

/** Responses that have other bytes each time, and are not stored. */
const changing = (paths: string) => ({ ORIGIN_CHANGING: paths })

/** Each kind of page in four states. `later`: addresses that the site was not asked for before; a home page has one. */
const pages = Object.entries({
  home: { path: '/zh', later: undefined },
  list: { path: '/news', later: '/news?page=' },
  article: { path: '/news/1001', later: '/news/' },
}).flatMap(([kind, { path, later }]): Scenario[] => {
  const one = { path: () => path, floor: path }
  const next = (_build: string, request: number) => `${later}${request + 2000}`
  const newItem = later ? { path: next, origin: {} } : { ...one, origin: changing('/api/home/article/') }
  return [
    { ...one, name: `${kind}, stored` },
    { ...one, name: `${kind}, from stored calls`, env: { CACHE_PAGES: 'off' } },
    { ...newItem, name: `${kind}, new item`, floor: path },
    { ...one, name: `${kind}, everything changed`, origin: changing('/') },
  ]
})

export const scenarios: Scenario[] = [...stored, ...pages]

export type Started = { site: Server; path: () => string; stop: () => Promise<void> }

const warmUpRequests = 300

/** Resolves when the site is warm. */
export async function start(scenario: Scenario, nodeArgs: string[] = []): Promise<Started> {
  const { env = {}, headers = {} } = scenario
  const origin =
    scenario.origin && (await startServer('test/bench/origin.ts', { path: call, env: scenario.origin }))
  const server = await startServer(site, {
    path: '/readyz',
    nodeArgs,
    env: { ...env, ...(origin && { API_BASE: origin.url }) },
  })
  const { id } = JSON.parse(String((await get(server.url, '/builds/latest.json')).body)) as { id: string }
  let requests = 0
  const path = () => scenario.path(id, requests++)
  for (let request = 0; request < warmUpRequests; request++) await get(server.url, path(), headers)
  const stop = async () => {
    await server.stop()
    await origin?.stop()
  }
  return { site: server, path, stop }
}

/** The render floor of a page. */
export function startFloor(path: string): Promise<Server> {
  return startServer('test/bench/floor.tsx', {
    path,
    nodeArgs: ['--import', './test/hooks.mjs'],
    env: { FLOOR_PATH: path, NODE_ENV: 'production' },
  })
}
