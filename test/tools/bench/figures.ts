// Figures besides throughput: start time, and memory under load.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warmVisits } from '../topology/visits.ts'
import { load, median } from './load.ts'
import { site, startOrigin, startServer } from './process.ts'

const starts = 5

/** Milliseconds from the process start to the first page, against a minimal Fastify server's first response. */
export async function coldStart() {
  const origin = await startOrigin()
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  const data = (name: string) => ({ DATA_DIR: join(folder, name) })
  const servers = {
    'bare Fastify': () => startServer('test/tools/bench/bare.ts', { path: '/' }),
    site: () => startServer(site, { path: '/news', env: { API_BASE: origin.url, ...data('upstream') } }),
    'site, embedded content': () => startServer(site, { path: '/news', env: data('embedded') }),
  }
  const times: Record<string, number[]> = {}
  for (let round = 0; round < starts; round++)
    for (const [name, start] of Object.entries(servers)) {
      const server = await start()
      times[name] = [...(times[name] ?? []), server.startMs]
      await server.stop()
    }
  await origin.stop()
  await rm(folder, { recursive: true })
  const base = median(times['bare Fastify'] ?? [])
  return Object.entries(times).map(([server, ms]) => ({
    server,
    'first 200 after ms': Math.round(median(ms)),
    '× bare Fastify': (median(ms) / base).toFixed(2),
  }))
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
