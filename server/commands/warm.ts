// warm: requests every page in the sitemaps of a running server, so that they are cached, and makes copies of their pictures.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'undici'
import { copyWidths } from '../../shared/image.ts'
import { copyUrl, formats, picturePath, untilMade } from '../pictures/picture.ts'
import { decodeEntities } from '../rich-text/html.ts'
import { exitCodes } from './command.ts'
import { runWithServer } from './with-server.ts'

export const usage = `node dist/server/main.js warm [--server URL] [--at-once N]

  Requests every page in the sitemaps, and every copy of their pictures until it is made. Prints its progress to standard
  error.
  --server URL   default http://127.0.0.1:PORT; with several servers and no Redis, run it for each
  --at-once N    concurrent requests, default 4
  Exit codes: 0 all succeeded, 1 some failed (each is printed), 69 server not reachable.
`

const maxAtOnce = 64
const progressInterval = 50
/** Between two requests of a copy that is being made. */
const waitMs = 200
/** Longer than the minute of the limit for one address. */
const mostWaitMs = 90_000

export const run = runWithServer(usage, readArgs, async (pool, { atOnce }) => {
  // The pages of the news sitemaps are in the other sitemaps as well.
  const sitemaps = (await listed(pool, '/sitemap.xml')).filter((path) => !path.endsWith('-news.xml'))
  const paths = (await Promise.all(sitemaps.map((path) => listed(pool, path)))).flat()
  const pictures = new Set<string>()
  const failed = await requestAll(pool, paths, atOnce, pictures)
  if (pictures.size > 0) {
    await makeCopies(pool, [...pictures])
    // The pages that were stored before the copies were there.
    await requestAll(pool, paths, atOnce, pictures)
  }
  return failed === 0 ? exitCodes.done : exitCodes.failed
})

/** The paths that a sitemap or an index of sitemaps names. */
async function listed(pool: Pool, path: string): Promise<string[]> {
  const { statusCode, body } = await pool.request({ method: 'GET', path })
  const xml = await body.text()
  if (statusCode !== 200) throw new Error(`${path}: status ${statusCode}, expected 200`)
  // The sitemaps contain SITE_URL, which may differ from the server's URL.
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

/** Resolves with the number of failed requests. The pictures of the pages are added to `pictures`. */
async function requestAll(
  pool: Pool,
  paths: string[],
  atOnce: number,
  pictures: Set<string>,
): Promise<number> {
  const left = paths.values()
  let done = 0
  let failed = 0
  const worker = async () => {
    for (const path of left) {
      const status = await requestPage(pool, path, pictures)
      if (status !== 200) process.stderr.write(`${path}: ${status}\n`)
      if (status !== 200) failed++
      done++
      if (done % progressInterval === 0 || done === paths.length)
        process.stderr.write(`${done}/${paths.length}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failed
}

/** With the User-Agent of a bot, to get the complete page. */
async function requestPage(pool: Pool, path: string, pictures: Set<string>): Promise<number | string> {
  try {
    const headers = { 'user-agent': 'site-warm (bot)' }
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    for (const [, url = ''] of (await body.text()).matchAll(
      / (?:src|srcset)="(\/media\/[^"?]+?)(?: \d+w)?"/gi,
    )) {
      const picture = picturePath(decodeEntities(url))
      if (picture) pictures.add(picture)
    }
    return statusCode
  } catch (error) {
    return (error as Error).message
  }
}

/** Requests the copies one after the other, as the server makes them. A picture without copies is sent as it is. */
async function makeCopies(pool: Pool, pictures: string[]): Promise<void> {
  for (const [at, path] of pictures.entries()) {
    for (const width of copyWidths)
      for (const format of formats) await requestCopy(pool, copyUrl(path, { width, format }))
    process.stderr.write(`${at + 1}/${pictures.length} pictures\n`)
  }
}

async function requestCopy(pool: Pool, path: string): Promise<void> {
  for (let waited = 0; waited < mostWaitMs; waited += waitMs) {
    const { headers, body } = await pool.request({ method: 'GET', path })
    await body.dump({ limit: Number.MAX_SAFE_INTEGER })
    if (headers['cache-control'] !== untilMade) return
    await sleep(waitMs)
  }
  process.stderr.write(`${path}: not made within ${mostWaitMs / 1000} seconds\n`)
}

function readArgs(args: string[]) {
  const options = { server: { type: 'string' }, 'at-once': { type: 'string', default: '4' } } as const
  const { server, 'at-once': text } = parseArgs({ args, options }).values
  const atOnce = Number(text)
  return Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= maxAtOnce ? { server, atOnce } : undefined
}
