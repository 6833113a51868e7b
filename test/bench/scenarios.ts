// Scenarios of the bench: one URL of a server in one state, compared with bare servers that send the same bytes.
import { get, type Server, site, startServer } from './process.ts'

export type Scenario = {
  name: string
  /** Environment of the site. */
  env?: Record<string, string>
  /** With a separate origin, whose responses are not storable. */
  hasOrigin?: boolean
  path: (build: string) => string
  headers?: Record<string, string>
}

const list = '/api/home/article/list/news?lang=zh&page=1&page_size=40'
const withoutPages = { CACHE_PAGES: 'off' }

export const scenarios: Scenario[] = [
  { name: 'cached page', path: () => '/news' },
  { name: 'cached page, br', path: () => '/news', headers: { 'accept-encoding': 'br' } },
  { name: 'cached payload', path: (build) => `/product/101/_payload.json?${build}` },
  { name: 'cached API answer', path: () => list },
  { name: 'home from cached data', path: () => '/zh', env: withoutPages },
  { name: 'list from cached data', path: () => '/news', env: withoutPages },
  { name: 'product from cached data', path: () => '/product/101', env: withoutPages },
  { name: 'home, all from the origin', path: () => '/zh', hasOrigin: true },
  { name: 'list, all from the origin', path: () => '/news', hasOrigin: true },
  { name: 'product, all from the origin', path: () => '/product/101', hasOrigin: true },
]

export type Started = { site: Server; path: string; stop: () => Promise<void> }

/** Resolves when the site is warm: its URL was requested a few times. */
export async function start(scenario: Scenario, nodeArgs: string[] = []): Promise<Started> {
  const { env = {}, hasOrigin = false, headers = {} } = scenario
  const origin = hasOrigin
    ? await startServer('test/bench/origin.ts', { path: list, env: { ORIGIN_CACHING: 'no-store' } })
    : undefined
  const server = await startServer(site, {
    path: '/readyz',
    nodeArgs,
    env: { ...env, ...(origin && { API_BASE: origin.url }) },
  })
  const { id } = JSON.parse(String((await get(server.url, '/builds/latest.json')).body)) as { id: string }
  const path = scenario.path(id)
  for (let asked = 0; asked < 50; asked++) await get(server.url, path, headers)
  const stop = async () => {
    await server.stop()
    await origin?.stop()
  }
  return { site: server, path, stop }
}
