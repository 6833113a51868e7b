// Figures besides throughput: start time, and memory under load.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, median } from './load.ts'
import { site, startOrigin, startServer } from './process.ts'
import { mix, start } from './scenarios.ts'

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
/** The cache, and what the rest may take. */
const wantedBytes = 128 * 2 ** 20 + 170e6

/** Resident memory after stored responses, and new articles, which fill the cache many times. */
export async function mixed() {
  const { site, path, stop } = await start(mix(20))
  const target = { server: site, path, headers: { 'accept-encoding': 'br' } }
  const { requests, perSecond } = await load(target, { most: mixedRequests })
  const bytes = site.residentBytes()
  await stop()
  return [
    {
      memory: `site, after ${requests} mixed requests`,
      'RSS, MB': Math.round(bytes / 1e6),
      'wanted, MB': Math.round(wantedBytes / 1e6),
      'requests per second': Math.round(perSecond),
    },
  ]
}
