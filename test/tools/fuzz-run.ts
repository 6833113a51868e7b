// Fuzzer: batches of random requests against one server, and the invariants after each batch.
import type { Test } from 'tap'
import { opsToken, postOps } from '../helpers/ops.ts'
import { createRandom } from '../helpers/random.ts'
import { exchange, responsesIn } from '../helpers/raw.ts'
import type { Site } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'
import { requestOf } from './fuzz-requests.ts'

const batchSize = 100
const atOnce = 10

/** Without rate limits, and with a small memory cache. */
const fuzzConfig = { addressRate: 0, formRateLimit: 0, opsToken, cacheMemoryBytes: 2_097_152 }

const normal = words(`
  / /en /en/news /news/1 /en/product/11 /about /contact /download37 /en/none /NEWS /sitemap.xml
  /en/sitemap.xml /api/home/about/1 /api/home/article/list/news /media/files/sheet.txt /favicon.svg
`)
const passing = ['date', 'age', 'cache-status', 'server-timing', 'x-request-id']

/** A site under random requests until `isOver`, called between batches with their number, returns true. */
export async function fuzz(t: Test, seed: number, isOver: (batches: number) => boolean) {
  const site = await createSmallSite(t, { config: fuzzConfig })
  const base = await site.listen()
  const random = createRandom(seed)
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  const note = (error: unknown) => problems.push(`not caught: ${String(error)}`)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)

  const one = async () => {
    const text = requestOf(random, site.build.id)
    const received = await exchange(base, text, true).catch(
      (error: Error) => `HTTP/1.1 000 ${error.message}\r\n\r\n`,
    )
    const answers = responsesIn(received).filter(({ status }) => status !== 100 && status !== 103)
    for (const { status, head } of answers) {
      statuses[status] = (statuses[status] ?? 0) + 1
      const isBare =
        !head.includes('x-content-type-options: nosniff') || !head.includes('content-security-policy: ')
      if (status >= 500 || status === 0 || isBare)
        problems.push(`${status} for ${JSON.stringify(text.slice(0, 600))}`)
    }
    // If the field was mutated, the connection stays open and the rest is another request.
    if (answers.length > 1 && text.includes('\r\nConnection: close\r\n'))
      problems.push(`${answers.length} answers for ${JSON.stringify(text.slice(0, 600))}`)
  }

  const before = await visitStored(site)
  let batches = 0
  while (!isOver(batches) && problems.length < 20) {
    // The requests of the batch fill the cache.
    await purge(site)
    for (let sent = 0; sent < batchSize; sent += atOnce)
      await Promise.all(Array.from({ length: atOnce }, one))
    batches += 1
    const after = await visitStored(site)
    for (const [url, seen] of Object.entries(after))
      if (seen !== before[url]) problems.push(`${url} is not what it was`)
    // They would grow with a long run.
    for (const kept of [site.lines, site.origin.hits, site.origin.requests]) kept.length = 0
  }
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  return { requests: batches * batchSize, statuses, problems }
}

async function purge(site: Site) {
  const { statusCode } = await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
  if (statusCode !== 200) throw new Error(`purge: ${statusCode}`)
}

/** Responses by URL. Until two visits in a row are alike: on a busy machine a page is streamed once more before it is stored. */
async function visitStored(site: Site): Promise<Record<string, string>> {
  let seen = await visit(site)
  for (let visits = 1; visits < mostVisits; visits++) {
    const again = await visit(site)
    if (JSON.stringify(again) === JSON.stringify(seen)) return again
    seen = again
  }
  return seen
}

const mostVisits = 20

async function visit(site: Site): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const url of normal) {
    const { statusCode, headers, rawPayload } = await site.get(url)
    const lasting = Object.entries(headers).filter(([name]) => !passing.includes(name))
    seen[url] = JSON.stringify([statusCode, lasting.sort(), rawPayload.toString('base64')])
  }
  return seen
}
