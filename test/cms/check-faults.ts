// What has to hold while a content system fails, withdraws what the token may read, or loses its entries: nothing public goes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../helpers/free-port.ts'
import type { Cms } from './cms.ts'
import { type Fault, type FaultProxy, faults, startFaultProxy } from './fault-proxy.ts'
import { run, type Scope, start, stop, waitFor } from './process.ts'
import { createVisitor, type Visitor } from './visitor.ts'

type Options = { scope: Scope; folder: string; cms: Cms; env: Record<string, string> }
type Site = Awaited<ReturnType<typeof startSite>>

const pollSeconds = 10
const noticedMs = 120_000
const mostPages = 60
/** A few removals at once are not held. */
const addedNews = 60

/** With a site of its own, to which no webhook is sent; resolves with whether all conditions hold. */
export async function checkFaults({ scope, folder, cms, env }: Options): Promise<boolean> {
  await cms.addNews(addedNews)
  const proxy = await startFaultProxy(scope, env['API_BASE']!)
  const site = await startSite(scope, folder, { ...env, API_BASE: proxy.url })
  const { visitor } = site
  const paths = await publicPaths(visitor)
  await expectNoRequests(site, proxy, paths)
  for (const fault of Object.keys(faults) as Fault[]) {
    if (fault === 'none') continue
    proxy.set(fault)
    await expectNoticed(site, fault, paths)
    proxy.set('none')
    const isWell = async () => !(await site.warnings()).some((text) => text.startsWith('content system'))
    visitor.expect(`no warning after ${fault}`, await becomes(isWell))
  }
  await cms.removeHalf()
  await expectHeld(site, paths)
  const logged = (await site.log()).length
  if (cms.emptyPolicy) {
    await cms.emptyPolicy()
    await expectNoticed(site, 'nothing that the token may read', paths)
  }
  await cms.revokeToken()
  // A state is logged once: some systems answer both alike.
  await expectNoticed(site, 'a token that is revoked', paths, logged)
  await cms.kill()
  await site.end()
  const again = await startSite(scope, folder, { ...env, API_BASE: proxy.url })
  await expectAll(again.visitor, 'a restart with the system dead', paths)
  await again.end()
  return visitor.isGood() && again.visitor.isGood()
}

async function startSite(scope: Scope, folder: string, env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(folder, 'faults.log')
  const own = { PORT: String(port), SITE_URL: url, SYNC_SECONDS: String(pollSeconds) }
  const all = { ...env, ...own, DATA_DIR: join(folder, 'faults') }
  const child = start(scope, process.execPath, ['dist/server/main.js'], { log, env: all })
  await waitFor('readyz', async () => (await fetch(`${url}/readyz`)).ok)
  const visitor = createVisitor(url)
  return {
    visitor,
    async warnings(): Promise<string[]> {
      return JSON.parse((await visitor.get('/readyz')).body).warnings ?? []
    },
    log: () => readFile(log, 'utf8'),
    report: () => run(process.execPath, ['dist/server/main.js', 'content', 'report'], all),
    async held(): Promise<number> {
      return Number(/^site_pull_held (\d+)/m.exec((await visitor.get('/metrics')).body)?.[1])
    },
    end: () => stop(child),
  }
}

/** Paths of both languages, with searches, sitemaps and feeds. */
async function publicPaths(visitor: Visitor): Promise<string[]> {
  const sitemaps = ['/zh/sitemap.xml', '/en/sitemap.xml']
  for (const path of sitemaps)
    await waitFor(path, async () => (await visitor.get(path)).status === 200).catch(() => {})
  const found = await visitor.all(sitemaps)
  const pages = found.flatMap(({ body }) =>
    [...body.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)]
      .map(([, path]) => path || '/')
      .slice(0, mostPages),
  )
  const searches = [
    '/api/home/search?lang=zh&q=%E6%A0%A1%E5%87%86',
    '/en?keywords=flow',
    '/zh/news?keywords=%E6%B5%81',
  ]
  return [...pages, ...searches, ...sitemaps, '/news/feed.xml', '/en/news/feed.xml']
}

async function expectAll(visitor: Visitor, what: string, paths: string[]): Promise<void> {
  const failed = (await visitor.all(paths)).filter(({ status }) => status !== 200)
  const more = failed.map(({ path, status }) => `${path} ${status}`).join(' ')
  visitor.expect(`${what}: ${paths.length} pages, searches, sitemaps and feeds`, failed.length === 0, more)
}

/** Between two polls. */
async function expectNoRequests({ visitor }: Site, proxy: FaultProxy, paths: string[]): Promise<void> {
  const quiet = async () => {
    const before = proxy.requests()
    await visitor.all(paths)
    return proxy.requests() === before
  }
  visitor.expect(`${paths.length} pages, searches, sitemaps and feeds request nothing`, await becomes(quiet))
}

/** `from`: how much of the log there was before it. */
async function expectNoticed(site: Site, what: string, paths: string[], from?: number): Promise<void> {
  const { visitor, warnings, log } = site
  const logged = from ?? (await log()).length
  const isNamed = async () => (await warnings()).some((text) => /access denied|not reachable/.test(text))
  visitor.expect(`${what}: named in /readyz`, await becomes(isNamed), (await warnings()).join(' '))
  const isLogged = async () => /source (?:denied|unreachable)/.test((await log()).slice(logged))
  visitor.expect(`${what}: in the log`, await becomes(isLogged))
  await expectAll(visitor, what, paths)
}

async function expectHeld({ visitor, warnings, held, log, report }: Site, paths: string[]): Promise<void> {
  visitor.expect('half of the news gone: held', await becomes(async () => (await held()) > 0))
  const isNamed = async () => (await warnings()).some((text) => text.includes('removals are held'))
  visitor.expect('named in /readyz', await becomes(isNamed), (await warnings()).join(' '))
  visitor.expect('in the log', (await log()).includes('removal held'))
  visitor.expect('and in the report', /held/.test(await report()))
  await expectAll(visitor, 'removals that are held', paths)
}

function becomes(isSo: () => Promise<boolean>): Promise<boolean> {
  return waitFor('a poll', isSo, noticedMs).then(
    () => true,
    () => false,
  )
}
