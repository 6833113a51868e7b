// Scenarios of the bench: pages in four states, and stored responses.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
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
}

const call = '/api/home/article/list/news?lang=zh&page=1&page_size=40'
/** Compared with bare servers that send the same bytes. */
export const stored: Scenario[] = [
  { name: 'stored page', path: () => '/news' },
  { name: 'stored page, br', path: () => '/news', headers: { 'accept-encoding': 'br' } },
  { name: 'stored page, negotiated', path: () => '/' },
  { name: 'stored payload', path: (build) => `/news/1001/_payload.json?${build}` },
  { name: 'stored call', path: () => call },
]

/** Responses that have other bytes each time, and are not stored. */
const changing = (paths: string) => ({ ORIGIN_CHANGING: paths })

/** A kind of page in four states; `path`: the page of which the render floor is. */
export type PageScenarios = { kind: string; path: string; states: Scenario[] }

/** `later`: addresses that the site was not asked for before; a home page has one. */
export const pages = Object.entries({
  home: { path: '/zh', later: undefined },
  list: { path: '/news', later: '/news?page=' },
  article: { path: '/news/1001', later: '/news/' },
  product: { path: '/product/101', later: undefined },
}).map(([kind, { path, later }]): PageScenarios => {
  const one = { path: () => path }
  const next = (_build: string, request: number) => `${later}${request + 2000}`
  const newItem = later ? { path: next, origin: {} } : { ...one, origin: changing('/api/home/article/') }
  return {
    kind,
    path,
    states: [
      { ...one, name: 'stored' },
      { ...one, name: 'from rows', env: { CACHE_PAGES: 'off' } },
      { ...newItem, name: 'new item' },
      { ...one, name: 'everything new', origin: changing('/') },
    ],
  }
})

/** All of them, with the names of the pages. */
export const scenarios: Scenario[] = [
  ...stored,
  ...pages.flatMap(({ kind, states }) =>
    states.map((state) => ({ ...state, name: `${kind}, ${state.name}` })),
  ),
]

export type Started = { site: Server; path: () => string; stop: () => Promise<void> }

/** V8 compiles the code of a page for a few hundred pages: visitors of a server that runs for hours do not meet that. */
const warmUpRequests = 700

/** Resolves when the site is warm. */
export async function start(scenario: Scenario, nodeArgs: string[] = []): Promise<Started> {
  const { env = {}, headers = {} } = scenario
  const origin =
    scenario.origin && (await startServer('test/bench/origin.ts', { path: call, env: scenario.origin }))
  // A snapshot of another server would have its pages.
  const folder = await mkdtemp(join(tmpdir(), 'bench-data-'))
  const server = await startServer(site, {
    path: '/readyz',
    nodeArgs,
    env: { DATA_DIR: folder, ...env, ...(origin && { API_BASE: origin.url }) },
  })
  const { id } = JSON.parse(String((await get(server.url, '/builds/latest.json')).body)) as { id: string }
  let requests = 0
  const path = () => scenario.path(id, requests++)
  await load({ server, path, headers }, { isOver: () => requests >= warmUpRequests })
  const stop = async () => {
    await server.stop()
    await origin?.stop()
    await rm(folder, { recursive: true })
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
