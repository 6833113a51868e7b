// Figures besides throughput: start time and memory.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { warmVisits } from '../../topology/visits.ts'
import { load, median } from './load.ts'
import { get, site, startOrigin, startServer } from './process.ts'

const starts = 5

/** Milliseconds from the process start to the first page, against a minimal Fastify server's first response. */
export async function coldStart() {
  const origin = await startOrigin()
  const times = {
    'bare Fastify': [] as number[],
    site: [] as number[],
    'site, embedded content': [] as number[],
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  for (let round = 0; round < starts; round++) {
    const bare = await startServer('test/tools/bench/bare.ts', { path: '/' })
    const upstream = await startServer(site, {
      path: '/news',
      env: { API_BASE: origin.url, DATA_DIR: join(folder, 'upstream') },
    })
    const embedded = await startServer(site, { path: '/news', env: { DATA_DIR: join(folder, 'embedded') } })
    times['bare Fastify'].push(bare.startMs)
    times.site.push(upstream.startMs)
    times['site, embedded content'].push(embedded.startMs)
    await Promise.all([bare.stop(), upstream.stop(), embedded.stop()])
  }
  await origin.stop()
  await rm(folder, { recursive: true })
  const base = median(times['bare Fastify'])
  return Object.entries(times).map(([server, ms]) => ({
    server,
    'first 200 after ms': Math.round(median(ms)),
    '× bare Fastify': (median(ms) / base).toFixed(2),
  }))
}

/** Threads that have nothing to do end after 5 s. */
const restMs = 8000

/** Resident memory at rest, and after load on different pages, against a minimal Fastify server at rest. */
export async function memory() {
  const bare = await startServer('test/tools/bench/bare.ts', { path: '/' })
  const server = await startServer(site, { path: '/readyz' })
  await sleep(restMs)
  const base = bare.residentBytes()
  const rest = server.residentBytes()
  await bare.stop()
  for (const path of ['/news', '/product/101', '/zh', '/en'])
    await load({ server, path: () => path, headers: { 'accept-encoding': 'br' } })
  for (let page = 0; page < 500; page++) await get(server.url, `/news?keywords=${page}`)
  const loaded = server.residentBytes()
  await server.stop()
  return Object.entries({ 'bare Fastify': base, 'site, at rest': rest, 'site, after load': loaded }).map(
    ([memory, bytes]) => ({
      memory,
      'RSS, MB': Math.round(bytes / 1e6),
      '× bare Fastify': (bytes / base).toFixed(2),
    }),
  )
}

const mixedRequests = Number(process.env['BENCH_REQUESTS'] ?? 300_000)
const oneNewIn = 20
const wantedOverCache = 170e6
const cacheBytes = 128 * 2 ** 20

/** Resident memory after stored pages, payloads, calls and files, and new articles, which fill the cache many times. */
export async function mixed() {
  const origin = await startOrigin()
  const folder = await mkdtemp(join(tmpdir(), 'bench-mixed-'))
  const env = { API_BASE: origin.url, DATA_DIR: folder, ADDRESS_RATE: '0' }
  const server = await startServer(site, { path: '/readyz', env })
  const stored = warmVisits().filter(({ method }) => method === undefined)
  let requests = 0
  const path = () => {
    const number = requests++
    // Twice each: an entry that is requested again stays longer.
    const item = 2000 + Math.floor(number / oneNewIn / 2)
    return number % oneNewIn === 0 ? `/news/${item}` : stored[number % stored.length]!.path
  }
  const headers = { 'accept-encoding': 'br' }
  const { perSecond } = await load({ server, path, headers }, { isOver: () => requests >= mixedRequests })
  const bytes = server.residentBytes()
  await Promise.all([server.stop(), origin.stop()])
  await rm(folder, { recursive: true })
  return [
    {
      memory: `site, after ${requests} mixed requests`,
      'RSS, MB': Math.round(bytes / 1e6),
      'wanted, MB': Math.round((cacheBytes + wantedOverCache) / 1e6),
      'requests per second': Math.round(perSecond),
    },
  ]
}
