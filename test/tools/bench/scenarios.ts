// Scenarios of the bench: stored responses, and pages that are made.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import { get, type Server, site, startOrigin, startServer } from './process.ts'

export type Scenario = {
  name: string
  /** Environment of a separate origin, see origin.ts; without it the site has the embedded content. */
  origin?: Record<string, string>
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

/** V8 compiles the code of a page for a few hundred pages: visitors of a server that runs for hours do not meet that. */
const warmUpRequests = 700

/** Resolves when the site is warm. */
export async function start({ origin: env, headers = {}, ...scenario }: Scenario) {
  const origin = env && (await startOrigin(env))
  // A snapshot of another server would have its pages.
  const folder = await mkdtemp(join(tmpdir(), 'bench-data-'))
  const server: Server = await startServer(site, {
    path: '/readyz',
    env: { DATA_DIR: folder, ...(origin && { API_BASE: origin.url }) },
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
