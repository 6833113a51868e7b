// Figures besides throughput: start time, memory, time to first byte with a slow deferred part, bytes of the first view.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { load, median } from './load.ts'
import { browser, get, root, site, startServer } from './process.ts'

const starts = 5
const slowMs = 300
const details = Array.from({ length: 20 }, (_, index) => `/news/${1001 + index}`)

/** Milliseconds from the process start to the first page, against a minimal Fastify server's first response. */
export async function coldStart() {
  const origin = await startServer('test/bench/origin.ts', { path: '/api/home/about/1?lang=zh' })
  const times = {
    'bare Fastify': [] as number[],
    site: [] as number[],
    'site, embedded content': [] as number[],
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  for (let round = 0; round < starts; round++) {
    const bare = await startServer('test/bench/bare.ts', { path: '/' })
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
  const bare = await startServer('test/bench/bare.ts', { path: '/' })
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

const mostAddresses = 10_000
const addressesStep = 2500

/** Resident memory while new addresses of articles are requested, each twice, so that all of them are worth keeping. */
export async function addresses() {
  const origin = await startServer('test/bench/origin.ts', { path: '/api/home/about/1?lang=zh' })
  const server = await startServer(site, { path: '/readyz', env: { API_BASE: origin.url } })
  const rows = []
  let requests = 0
  const path = () => `/news/${2000 + (requests++ >> 1)}`
  while (requests < 2 * mostAddresses) {
    const enough = requests + 2 * addressesStep
    await load({ server, path }, { isOver: () => requests >= enough })
    rows.push({ addresses: requests >> 1, 'RSS, MB': Math.round(server.residentBytes() / 1e6) })
  }
  await Promise.all([server.stop(), origin.stop()])
  return rows
}

/** Milliseconds until the first byte of cold pages whose recommendations take `slowMs`, and without delay. */
export async function shell() {
  const rows = []
  for (const slow of ['', '/api/home/article/recommends']) {
    const env = { ORIGIN_SLOW: slow, ORIGIN_SLOW_MS: String(slowMs) }
    const origin = await startServer('test/bench/origin.ts', { path: '/api/home/about/1?lang=zh', env })
    const server = await startServer(site, { path: '/readyz', env: { API_BASE: origin.url } })
    const times: number[] = []
    for (const path of details) times.push(await firstByteMs(server.url + path))
    rows.push({
      'secondary call': slow ? `${slowMs} ms` : 'fast',
      'first byte, ms': median(times).toFixed(1),
    })
    await Promise.all([server.stop(), origin.stop()])
  }
  return rows
}

async function firstByteMs(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers: browser })
  await response.body?.getReader().read()
  return performance.now() - started
}

/** Bytes of the first view after gzip: HTML, stylesheet, and every script of the page. */
export async function firstView() {
  const manifest = JSON.parse(await readFile(join(root, 'dist/manifest.json'), 'utf8'))
  const server = await startServer(site, { path: '/readyz' })
  const size = async (files: string[]) => {
    const contents = await Promise.all(files.map((file) => readFile(join(root, 'dist', file))))
    return contents.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0)
  }
  const inline = gzipSync(Object.values(manifest.inlineScripts).join(''), { level: 9 }).length
  const rows = []
  for (const path of ['/zh', '/news', '/news/1021', '/product/101']) {
    const { body } = await get(server.url, path)
    rows.push({
      page: path,
      html: gzipSync(body).length,
      css: await size(manifest.styles),
      scripts: (await size([manifest.application])) + inline,
    })
  }
  await server.stop()
  return rows
}
