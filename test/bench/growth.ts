// Growth: start, first requests and a reload with 1 000 and 10 000 news per language in the embedded content API.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeNews, firstNewsId, terms, writeGeneratedContent } from './generated-content.ts'
import { median } from './load.ts'
import { get, site, startServer } from './process.ts'

const sizes = [1000, 10_000]
const changedFiles = 500
const repeats = 5

type Row = Record<string, string | number>
/** Adds a row: the median duration of `times` runs of `work` (from 1), the memory after it. */
type Measure = (measured: string, work: (run: number) => Promise<unknown>, times?: number) => Promise<void>

export async function growth(): Promise<Row[]> {
  const rows: Row[] = []
  for (const news of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'growth-'))
    try {
      await writeGeneratedContent(join(folder, 'content'), news)
      const env = { CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data') }
      rows.push(...(await measureStart('start without index', news, env, measureFirst)))
      // It watches the content folder.
      const watching = { ...env, NODE_ENV: 'development' }
      rows.push(...(await measureStart('start with index', news, watching, measureLater)))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return rows
}

type Place = { url: string; news: number; content: string }

async function measureStart(
  start: string,
  news: number,
  env: { CONTENT_DIR: string; DATA_DIR: string },
  measureAll: (measure: Measure, place: Place) => Promise<void>,
): Promise<Row[]> {
  const rows: Row[] = []
  const server = await startServer(site, { env, pollMs: 20 })
  const add = (measured: string, ms: number) =>
    rows.push({
      news,
      measured,
      ms: Number(ms.toFixed(1)),
      'RSS, MB': Math.round(server.residentBytes() / 1e6),
    })
  add(start, server.startMs)
  const measure: Measure = async (measured, work, times = 1) => {
    const taken: number[] = []
    for (let run = 1; run <= times; run++) {
      const started = performance.now()
      await work(run)
      taken.push(performance.now() - started)
    }
    add(measured, median(taken))
  }
  await measureAll(measure, { url: server.url, news, content: env.CONTENT_DIR })
  await server.stop()
  return rows
}

async function measureFirst(measure: Measure, { url, news }: Place): Promise<void> {
  await measure('first search, index not complete', () => search(url, terms['word of every item'], 1))
  await measure('first article', () => found(url, `/news/${firstNewsId + (news >> 1)}`))
  await measure('first sitemap', () => found(url, '/sitemap.xml'))
  await measure('first feed', () => found(url, '/feed.xml'))
  await measure('search index complete', () => untilComplete(url))
}

async function measureLater(measure: Measure, { url, news, content }: Place): Promise<void> {
  for (const [name, term] of Object.entries(terms))
    await measure(`search, ${name}`, (run) => search(url, term, run), repeats)
  const last = news / 10
  await measure('list pages from 1', (run) => found(url, `/news?page=${run}`), repeats)
  await measure('last list pages', (run) => found(url, `/news?page=${last + 1 - run}`), repeats)
  const count = Math.min(changedFiles, news)
  await measure(`reload of ${count} changed files`, () => reload(url, content, count))
  await measure('first article after it', () => found(url, `/news/${firstNewsId + 1}`))
}

/** Each page of a result is a call of its own to the content API. */
function search(url: string, term: string, page: number): Promise<Buffer> {
  return found(url, `/api/home/article/list/news?lang=zh&page=${page}&keywords=${encodeURIComponent(term)}`)
}

/** While the response is 503, the request is repeated. */
async function found(url: string, path: string): Promise<Buffer> {
  const { status, body } = await get(url, path)
  if (status === 200) return body
  if (status !== 503) throw new Error(`${path}: status ${status}`)
  await sleep(20)
  return found(url, path)
}

/** Mistyped words are corrected by a complete index only. The next start needs no reading. */
async function untilComplete(url: string): Promise<void> {
  const body = await found(url, `/api/home/search?lang=en&q=watar&page=${Date.now() % 10_000}`)
  if (String(body).includes('"corrected":"')) return
  await sleep(100)
  await untilComplete(url)
}

/** Resolves when the change is served. */
async function reload(url: string, content: string, count: number): Promise<void> {
  const path = `/api/home/article/detail/${firstNewsId + count - 1}?lang=zh`
  const before = await found(url, path)
  await changeNews(content, count)
  while ((await found(url, path)).equals(before)) await sleep(20)
}
