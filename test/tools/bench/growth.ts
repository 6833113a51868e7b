// Growth: start, first requests and a reload with 1 000 and 10 000 news per language in the embedded content API.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstNewsId, terms, writeGeneratedContent, writeNews } from './generated-content.ts'
import { median } from './load.ts'
import { get, site, startServer } from './process.ts'

const sizes = [1000, 10_000]
const changedFiles = 500
const repeats = 5

type Place = { url: string; news: number; content: string }
/** What is measured: the median of `times` runs (from 1). */
type Measured = [what: string, work: (run: number) => Promise<unknown>, times?: number]

/** A row for each start and each thing measured: milliseconds, and the memory after it. */
export async function growth(): Promise<object[]> {
  const rows: object[] = []
  for (const news of sizes) {
    const folder = await mkdtemp(join(tmpdir(), 'growth-'))
    const content = join(folder, 'content')
    await writeGeneratedContent(content, news)
    const env = { CONTENT_DIR: content, DATA_DIR: join(folder, 'data') }
    const starts = { 'without index': withoutIndex, 'with index': withIndex }
    for (const [start, measured] of Object.entries(starts)) {
      // It watches the content folder.
      const mode = measured === withIndex ? { NODE_ENV: 'development' } : {}
      const server = await startServer(site, { env: { ...env, ...mode } })
      const add = (what: string, ms: number) =>
        rows.push({ news, what, ms: ms.toFixed(1), 'RSS, MB': Math.round(server.residentBytes() / 1e6) })
      add(`start ${start}`, server.startMs)
      for (const [what, work, times = 1] of measured({ url: server.url, news, content })) {
        const taken: number[] = []
        for (let run = 1; run <= times; run++) {
          const started = performance.now()
          await work(run)
          taken.push(performance.now() - started)
        }
        add(what, median(taken))
      }
      await server.stop()
    }
    await rm(folder, { recursive: true })
  }
  return rows
}

const withoutIndex = ({ url, news }: Place): Measured[] => [
  ['first search, index not complete', () => search(url, terms['word of every item'], 1)],
  ['first article', () => found(url, `/news/${firstNewsId + (news >> 1)}`)],
  ['first sitemap', () => found(url, '/sitemap.xml')],
  ['first feed', () => found(url, '/feed.xml')],
  ['search index complete', () => untilComplete(url)],
]

const withIndex = ({ url, news, content }: Place): Measured[] => [
  ...Object.entries(terms).map(
    ([name, term]): Measured => [`search, ${name}`, (run) => search(url, term, run), repeats],
  ),
  ['list pages from 1', (run) => found(url, `/news?page=${run}`), repeats],
  ['last list pages', (run) => found(url, `/news?page=${news / 10 + 1 - run}`), repeats],
  [`reload of ${changedFiles} changed files`, () => reload(url, content)],
  ['first article after it', () => found(url, `/news/${firstNewsId + 1}`)],
]

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
async function reload(url: string, content: string): Promise<void> {
  const path = `/api/home/article/detail/${firstNewsId + changedFiles - 1}?lang=zh`
  const before = await found(url, path)
  await writeNews(content, changedFiles, 'zh', -1)
  while ((await found(url, path)).equals(before)) await sleep(20)
}
