// Growth: start, first requests and a reload with 1 000 and 10 000 news per language in the embedded content API.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openIndexToRead } from '../../server/store/content-index.ts'
import { readFact } from '../../server/store/facts.ts'
import { changeNews, firstNewsId, terms, writeGeneratedContent } from './generated-content.ts'
import { median } from './load.ts'
import { get, type Server, site, startServer } from './process.ts'

const sizes = [1000, 10_000]
const changedFiles = 500
const repeats = 5

type Row = Record<string, string | number>
/** Adds a row: the median duration of `times` runs of `work` (from 1), the longest /livez meanwhile, the memory after it. */
type Measure = (measured: string, work: (run: number) => Promise<unknown>, times?: number) => Promise<void>

export async function growth(): Promise<Row[]> {
  const rows: Row[] = []
  for (const news of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'growth-'))
    try {
      await writeGeneratedContent(join(folder, 'content'), news)
      rows.push(...(await measureSize(folder, news)))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  return rows
}

async function measureSize(folder: string, news: number): Promise<Row[]> {
  const rows: Row[] = []
  const env = { CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data') }
  // It watches the content folder.
  const watching = { ...env, NODE_ENV: 'development' }
  const parts = [
    { start: 'start without index', env, measure: measureFirst },
    { start: 'start with index', env: watching, measure: measureLater },
  ]
  for (const part of parts) {
    const server = await startServer(site, { env: part.env, pollMs: 20 })
    rows.push(rowOf({ news, measured: part.start, ms: server.startMs, server }))
    const probe = createProbe(server)
    const measure: Measure = async (measured, work, times = 1) => {
      await probe.longest()
      const taken: number[] = []
      for (let run = 1; run <= times; run++) taken.push(await durationMs(() => work(run)))
      const longest = Math.round(await probe.longest())
      rows.push({ ...rowOf({ news, measured, ms: median(taken), server }), 'longest /livez, ms': longest })
    }
    await part.measure(server, measure, { news, folder })
    await probe.stop()
    await server.stop()
  }
  return rows
}

type Size = { news: number; folder: string }

async function measureFirst(server: Server, measure: Measure, { news, folder }: Size): Promise<void> {
  await measure('first search, index not complete', () => search(server, terms['word of every item'], 1))
  await measure('first article', () => found(server, `/news/${firstNewsId + (news >> 1)}`))
  await measure('first sitemap', () => found(server, '/sitemap.xml'))
  await measure('first feed', () => found(server, '/feed.xml'))
  await measure('search index complete', () => untilComplete(join(folder, 'data/content/index.sqlite')))
}

async function measureLater(server: Server, measure: Measure, { news, folder }: Size): Promise<void> {
  for (const [name, term] of Object.entries(terms)) {
    await measure(`search, ${name}`, (run) => search(server, term, run), repeats)
  }
  const last = news / 10
  await measure('list page 1', () => found(server, '/news?page=1'))
  await measure('last list page', () => found(server, `/news?page=${last}`))
  await measure('list pages from 2', (run) => found(server, `/news?page=${1 + run}`), repeats)
  await measure('last list pages', (run) => found(server, `/news?page=${last - run}`), repeats)
  const count = Math.min(changedFiles, news)
  await measure(`reload of ${count} changed files`, () => reload(server, join(folder, 'content'), count))
  await measure('first article after it', () => found(server, `/news/${firstNewsId + 1}`))
}

function rowOf({
  news,
  measured,
  ms,
  server,
}: {
  news: number
  measured: string
  ms: number
  server: Server
}): Row {
  return { news, measured, ms: Number(ms.toFixed(1)), 'RSS, MB': Math.round(server.residentBytes() / 1e6) }
}

async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Each page of a result is a call of its own to the content API. */
function search(server: Server, term: string, page: number): Promise<Buffer> {
  return found(
    server,
    `/api/home/article/list/news?lang=zh&page=${page}&keywords=${encodeURIComponent(term)}`,
  )
}

/** While the response is 503, the request is repeated. */
async function found(server: Server, path: string): Promise<Buffer> {
  const { status, body } = await get(server.url, path)
  if (status === 200) return body
  if (status !== 503) throw new Error(`${path}: status ${status}`)
  await sleep(20)
  return found(server, path)
}

/** Resolves when the index has the whole reading, so that the next start needs none. */
async function untilComplete(indexFile: string): Promise<void> {
  const database = openIndexToRead(indexFile)
  while (!readFact(database, 'reading')) await sleep(100)
  database.close()
}

/** Resolves when the change is served. */
async function reload(server: Server, content: string, count: number): Promise<void> {
  const path = `/api/home/article/detail/${firstNewsId + count - 1}?lang=zh`
  const before = await found(server, path)
  await changeNews(content, count)
  while ((await found(server, path)).equals(before)) await sleep(20)
}

/** On a thread of its own: the bench would delay its requests. */
function createProbe({ url }: Server) {
  const worker = new Worker(new URL('./livez.ts', import.meta.url), { workerData: { url } })
  return {
    /** Milliseconds, since the last call. */
    async longest(): Promise<number> {
      const reported = once(worker, 'message')
      worker.postMessage('longest')
      const [longest] = await reported
      return longest
    },
    stop: () => worker.terminate(),
  }
}
