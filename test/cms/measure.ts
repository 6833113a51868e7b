// Measures a real content system with many entries: the first pull, polls, changes with and without a webhook, a dead system.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import type { Cms } from './cms.ts'
import { type Scope, start, stop, waitFor } from './process.ts'

type Options = {
  scope: Scope
  cms: Cms
  /** Environment of the site. */
  env: Record<string, string>
  folder: string
  /** News that are added in each language. */
  entries: number
}
type Site = Awaited<ReturnType<typeof listeningSite>>

const polls = 3
const longestMs = 600_000
/** Those of `npm start`. */
const startFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Prints a line for each figure. The port of `env` is the one to which the system sends its webhooks. */
export async function measureSystem({ scope, cms, env, folder, entries }: Options): Promise<void> {
  await cms.addNews(entries)
  console.log(`${entries} news more in each language`)
  const began = performance.now()
  const first = await listeningSite(scope, folder, { ...env, PORT: String(await freePort()) })
  const before = await first.memory()
  await waitFor('content pulled', first.hasPulled, longestMs)
  const memory = `${await first.memory()} MB, ${before} MB before`
  console.log(`first pull: ${await first.requests()} requests, ${seconds(began)} s, ${memory}`)
  await first.ready()
  console.log(`ready: ${seconds(began)} s, at most ${await first.memory('VmHWM')} MB`)
  for (let poll = 1; poll <= polls; poll++) {
    const before = await first.requests()
    await waitFor('a poll', async () => (await first.requests()) > before, longestMs)
    console.log(`poll ${poll}: ${(await first.settled()) - before} requests, ${await first.memory()} MB`)
  }
  await timeChanges(cms, first, 'without a webhook')
  await first.end()
  const second = await startSite(scope, folder, env)
  await timeChanges(cms, second, 'with a webhook')
  await second.end()
  await cms.kill()
  const restarted = performance.now()
  const third = await startSite(scope, folder, env)
  console.log(`ready ${seconds(restarted)} s after a start with the system dead`)
  console.log(await statusesOf(third))
  await third.end()
}

/** Resolves when the site listens. */
async function listeningSite(scope: Scope, folder: string, env: Record<string, string>) {
  const url = `http://127.0.0.1:${env['PORT']}`
  const log = join(folder, 'measured.log')
  const options = { log, env: { ...env, DATA_DIR: join(folder, 'measured'), SITE_URL: url } }
  const child = start(scope, process.execPath, [...startFlags, 'dist/server/main.js'], options)
  const requests = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const lines = [...text.matchAll(/^site_origin_seconds_count\{[^}]*call="pull"[^}]*\} (\d+)/gm)]
    return lines.reduce((sum, [, count]) => sum + Number(count), 0)
  }
  await waitFor('livez', async () => (await fetch(`${url}/livez`)).ok, longestMs)
  return {
    requests,
    ready: () => waitFor('readyz', async () => (await fetch(`${url}/readyz`)).ok, longestMs),
    hasPulled: async () => (await readFile(log, 'utf8')).includes('"content pulled"'),
    /** When there are no more for a while. */
    async settled(): Promise<number> {
      for (let last = await requests(); ; ) {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        const now = await requests()
        if (now === last) return now
        last = now
      }
    },
    async get(path: string) {
      const response = await fetch(url + path, { headers: { accept: 'text/html' } })
      return { status: response.status, body: await response.text() }
    },
    /** In MB. */
    async memory(name = 'VmRSS'): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
    },
    end: () => stop(child),
  }
}

/** Resolves when the site is ready. */
async function startSite(scope: Scope, folder: string, env: Record<string, string>): Promise<Site> {
  const site = await listeningSite(scope, folder, env)
  await site.ready()
  return site
}

async function timeChanges(cms: Cms, { get }: Site, how: string): Promise<void> {
  const list = await get('/zh/news')
  const [, id] = /href="\/(?:zh\/)?news\/(\d+)"/.exec(list.body) ?? []
  if (!id) throw new Error(`/zh/news: expected links to news, got status ${list.status}`)
  const path = `/zh/news/${id}`
  const timed = async (what: string, make: () => Promise<void>, isSeen: () => Promise<boolean>) => {
    await make()
    const made = performance.now()
    await waitFor(what, isSeen, longestMs)
    console.log(`${what} ${how}: ${seconds(made)} s`)
  }
  const title = `标题${Date.now()}`
  const isChanged = async () => (await get(path)).body.includes(title)
  await timed('a changed title', () => cms.changeTitle(title), isChanged)
  await timed('an unpublished article', cms.unpublish, async () => (await get(path)).status === 404)
}

/** How often every address of the sitemaps gets which status. */
async function statusesOf({ get }: Site): Promise<string> {
  const addresses = new Set<string>()
  const read = async (path: string): Promise<void> => {
    const { body } = await get(path)
    const found = [...body.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, found]) => found || '/')
    for (const one of found) await (body.includes('<sitemapindex') ? read(one) : addresses.add(one))
  }
  await read('/sitemap.xml')
  const counts = new Map<number, number>()
  const left = addresses.values()
  const worker = async () => {
    for (const path of left) {
      const { status } = await get(path)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  const { status } = await get(`/api/home/search?lang=zh&q=${encodeURIComponent('校准')}`)
  const found = [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
  return `${addresses.size} addresses of the sitemaps, ${found}; search ${status}`
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1)
}
