// Searches of one visitor over 24 connections beside visitors of stored pages: what the stored pages notice.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { writeGeneratedContent } from './generated-content.ts'
import { load } from './load.ts'
import { get, type Server, site, startServer } from './process.ts'

const newsPerLanguage = 2150
const connections = 24
const measuredMs = 5000

type Row = Record<string, string | number>

export async function search(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'search-'))
  const content = join(folder, 'content')
  await writeGeneratedContent(content, newsPerLanguage)
  // The visitor may search without a pause.
  const env = { CONTENT_DIR: content, DATA_DIR: join(folder, 'data'), ADDRESS_RATE: '100000' }
  const server = await startServer(site, { env, path: '/readyz', pollMs: 50 })
  try {
    await indexed(server)
    const rows = [await measure('no searches', server)]
    for (const kind of ['han', 'typos']) rows.push(await measureBeside(kind, server))
    return rows
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

/** Resolves when the search index is complete: only then mistyped words are corrected. */
async function indexed(server: Server): Promise<void> {
  const { body } = await get(server.url, `/api/home/search?lang=en&q=watar&page=${Date.now() % 10_000}`)
  if (String(body).includes('"corrected":"')) return
  await sleep(300)
  await indexed(server)
}

async function measure(beside: string, server: Server): Promise<Row> {
  await get(server.url, '/en/product')
  const { p99Ms, perSecond } = await load(
    { server, path: () => '/en/product' },
    { ms: measuredMs, connections: 4 },
  )
  return { beside, 'stored pages, p99 ms': Number(p99Ms.toFixed(1)), 'per second': Math.round(perSecond) }
}

/** The searches are sent from a thread of their own: the bench would delay its requests. */
async function measureBeside(kind: string, server: Server): Promise<Row> {
  const worker = new Worker(new URL('./searches.ts', import.meta.url), {
    workerData: { url: server.url, kind, connections },
  })
  await once(worker, 'message')
  const row = await measure(`searches, ${kind}`, server)
  worker.postMessage('stop')
  const [statuses] = await once(worker, 'message')
  await worker.terminate()
  return { ...row, searches: JSON.stringify(statuses) }
}
