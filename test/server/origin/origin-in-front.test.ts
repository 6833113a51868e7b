// The embedded content API behind a site of its own (`origin` behind API_BASE): changes are shown in front at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withLifetimes } from '../../../server/origin/origin-lifetime.ts'
import { createFolder, createWorld, page, siteFiles } from '../../content/world.ts'
import { freePort } from '../../helpers/free-port.ts'
import { ifLong } from '../../helpers/long.ts'
import { createSite } from '../../helpers/site.ts'
import { until } from '../../helpers/until.ts'
import { createWebhookServer } from '../../helpers/webhook-server.ts'
import { program, startProgram } from '../commands/process.ts'

const second = 1000
const due = Date.parse('2026-06-01T09:30:00Z')
const secret = 'a-webhook-secret-of-the-test'
const files = {
  ...siteFiles,
  'news/old.zh.md': page('id: 1\ntitle: 旧闻\npublished_at: 2026-01-01'),
  'news/next.zh.md': page('id: 2\ntitle: 新品\npublished_at: 2026-06-01T09:30:00Z'),
  'news/leaving.zh.md': page(
    'id: 3\ntitle: 活动\npublished_at: 2026-01-02\nexpires_at: 2026-06-01T09:30:00Z',
  ),
}

t.test('a site in front shows scheduled items, and hides expired ones, when they are due', async (t) => {
  const clock = { now: due - 600 * second }
  const now = () => clock.now
  const { origin } = await createWorld(t, files, { now, watch: true })
  const { send } = withLifetimes(origin, now)
  const site = await createSite(t, { embedded: () => send, now })
  const titles = async () => {
    const { body } = await site.get('/news')
    return ['旧闻', '新品', '活动'].filter((title) => body.includes(title))
  }
  const cacheControl = async (path: string) => (await site.get(path)).headers['cache-control']

  t.strictSame(await titles(), ['旧闻', '活动'])
  const bounded = 'public, max-age=0, s-maxage=600, stale-if-error=604800'
  t.equal(await cacheControl('/news'), bounded, 'other caches in front wait no longer')
  t.equal(await cacheControl('/api/home/article/list/news?lang=zh'), bounded)
  clock.now = due - second
  t.strictSame(await titles(), ['旧闻', '活动'])
  // The origin publishes a moment later.
  await until(async () => {
    clock.now += second
    return (await titles()).join() === '旧闻,新品'
  })
  t.match(await cacheControl('/news'), 's-maxage=7200, stale-while-revalidate=86400', 'nothing is due')
})

t.test('a site in front shows a changed file with the next request', async (t) => {
  const folder = createFolder(t, files)
  const [port, sitePort] = [await freePort(), await freePort()]
  startOrigin(t, port, folder, [`http://127.0.0.1:${sitePort}`])
  const { url } = await startProgram(t, {
    API_BASE: `http://127.0.0.1:${port}`,
    WEBHOOK_SECRET: secret,
    PORT: `${sitePort}`,
  })
  const shows = (title: string) =>
    until(async () => (await (await fetch(`${url}/news`)).text()).includes(title), { limitMs: 60_000 })
  await shows('旧闻')
  writeFileSync(join(folder, 'news/old.zh.md'), page('id: 1\ntitle: 改过的标题\npublished_at: 2026-01-01'))
  await shows('改过的标题')
})

t.test('after a crash of the origin, what the site was not told expires', ifLong, async (t) => {
  const folder = createFolder(t, files)
  const site = await createWebhookServer(t)
  const dataDir = t.testdir()
  const port = await freePort()
  const first = startOrigin(t, port, folder, [site.url], dataDir)
  await until(() => site.requests.length > 0, { limitMs: 60_000 })
  site.respond.status = 503
  writeFileSync(join(folder, 'news/old.zh.md'), page('id: 1\ntitle: 改过的标题\npublished_at: 2026-01-01'))
  await until(() => site.requests.some(({ status }) => status === 503), { limitMs: 60_000 })
  first.kill('SIGKILL')
  await once(first, 'exit')
  site.requests.length = 0
  site.respond.status = 200
  startOrigin(t, port, folder, [site.url], dataDir)
  await until(() => site.requests.length > 0, { limitMs: 60_000 })
  t.equal(site.requests[0]?.body, '{"changes":"unknown"}')
})

t.test('a site that does not respond is notified when it does', ifLong, async (t) => {
  const folder = createFolder(t, files)
  const site = await createWebhookServer(t)
  site.respond.status = 503
  startOrigin(t, await freePort(), folder, [site.url])
  await until(() => site.requests.length > 0, { limitMs: 60_000 })
  writeFileSync(join(folder, 'labels.yaml'), 'a.b: { zh: 甲, en: A }\n')
  site.respond.status = 200
  await until(() => site.requests.some(({ status }) => status === 200), { limitMs: 60_000 })
  t.match(site.requests[0], {
    path: '/ops/webhook/native',
    headers: { authorization: `Bearer ${secret}` },
    body: '{"changes":"unknown"}',
  })
})

/** The command `origin`, killed with the test. */
function startOrigin(
  t: Test,
  port: number,
  folder: string,
  sites: string[],
  dataDir = mkdtempSync(join(tmpdir(), 'origin-data-')),
) {
  const child = spawn(process.execPath, [program, 'origin'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      LOG_LEVEL: 'warn',
      CONTENT_DIR: folder,
      DATA_DIR: dataDir,
      ORIGIN_SITES: sites.join(' '),
      WEBHOOK_SECRET: secret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.teardown(() => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  return child
}
