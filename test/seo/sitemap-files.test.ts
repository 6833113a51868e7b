// Sitemap files: size limits, restart, renewal.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createKeptFacts } from '../../server/base/kept-facts.ts'
import { installCompression } from '../../server/http/compression.ts'
import { installDiscovery } from '../../server/seo/discovery.ts'
import { createClock, minute } from '../cache/helpers/clock.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSyntheticApi } from './synthetic.ts'
import { readXml } from './xml.ts'

type Synthetic = {
  count?: number
  folder: string
  fails?: boolean
  now?: () => number
  dateOf?: () => string
  linksManuals?: boolean
}

async function createSynthetic(
  t: Test,
  { count = 100, folder, fails = false, now = Date.now, dateOf, linksManuals = false }: Synthetic,
): Promise<FastifyInstance> {
  const app = fastify()
  await installCompression(app)
  const broken = new Proxy({}, { get: () => async () => Promise.reject(new Error('the origin is away')) })
  installDiscovery(app, {
    config: {
      siteUrl,
      apiBase: 'synthetic',
      downloadId: 36,
      contentDir: '',
      dataDir: folder,
    },
    apiFor: (locale) =>
      fails
        ? (broken as never)
        : createSyntheticApi({ count, locale, linksManuals, ...(dateOf && { dateOf }) }),
    facts: createKeptFacts({ config: { dataDir: folder, apiBase: '' }, log: app.log }),
    limits: { urls: 20, bytes: 6000 },
    time: { now, monotonic: now, partTimeoutMs: 2500 },
  })
  t.teardown(() => app.close())
  return app
}

t.test('pages that link to ever new pages are read up to a limit', async (t) => {
  const app = await createSynthetic(t, { folder: t.testdir(), count: 1, linksManuals: true })
  let response = await app.inject('/sitemap.xml')
  // The first one may take longer than a request waits.
  while (response.statusCode === 503) response = await app.inject('/sitemap.xml')
  t.equal(response.statusCode, 200)
})

t.test('sitemap files are split by URL and byte limits, and contain every page once', async (t) => {
  const app = await createSynthetic(t, { folder: t.testdir() })
  const index = readXml((await app.inject('/sitemap.xml')).body)
  const files = index.children.map(({ children }) => children[0]?.text.replace(siteUrl, '') ?? '')
  const found: Record<string, string[]> = { zh: [], en: [] }
  for (const file of files) {
    const { body } = await app.inject(file)
    const urls = readXml(body).children
    t.ok(
      urls.length > 0 && urls.length <= 20 && Buffer.byteLength(body) <= 6000,
      `${file} ${urls.length} ${body.length}`,
    )
    found[file.split('/')[1] ?? '']?.push(...urls.map(({ children }) => children[0]?.text ?? ''))
  }
  t.match(files, ['/zh/sitemap.xml', '/zh/sitemap-2.xml'])
  // 100 articles, 10 list pages, the home page, the sitemap for people; in English a third of the articles is missing.
  t.equal(found['zh']?.length, 112)
  t.equal(new Set(found['zh']).size, 112)
  t.equal(new Set(found['en']).size, 79)
})

t.test('the last good sitemaps survive a restart while the origin fails', async (t) => {
  const folder = t.testdir()
  const first = await createSynthetic(t, { folder })
  const { body } = await first.inject('/zh/sitemap-2.xml')
  await first.close()
  const second = await createSynthetic(t, { folder, fails: true })
  t.equal((await second.inject('/zh/sitemap-2.xml')).body, body)
  await second.close()
  t.equal(readdirSync(join(folder, 'pages')).length, 1)
})

t.test('a walk over calls that respond at once lets the event loop turn', async (t) => {
  const clock = createClock(Date.parse('2026-03-04T00:00:00Z'))
  // Reading an item takes 11 ms of this clock.
  const dateOf = () => {
    clock.advance(11)
    return '2026-03-02T09:30:00+08:00'
  }
  const app = await createSynthetic(t, { folder: t.testdir(), now: clock.now, dateOf })
  let turns = 0
  let isOver = false
  const response = app.inject('/sitemap.xml').finally(() => {
    isOver = true
  })
  while (!isOver) {
    await setImmediate()
    turns++
  }
  t.equal((await response).statusCode, 200)
  // Four of 166 items are read at once.
  t.ok(turns >= 40, `${turns} turns`)
})

t.test('a new index replaces the previous file', async (t) => {
  const folder = t.testdir()
  const clock = createClock(Date.parse('2026-03-04T00:00:00Z'))
  const app = await createSynthetic(t, { folder, now: clock.now })
  await app.inject('/zh/sitemap.xml')
  const files = () => readdirSync(join(folder, 'pages'))
  const [before] = files()
  clock.advance(11 * minute)
  // The old index is served while the new one is built.
  await app.inject('/zh/sitemap.xml')
  while (files().length !== 1 || files()[0] === before) await setImmediate()
  t.equal((await app.inject('/zh/sitemap.xml')).statusCode, 200)
})

t.test('the index is in memory where the folder cannot be written to', async (t) => {
  const folder = t.testdir({ file: '' })
  const app = await createSynthetic(t, { folder: join(folder, 'file') })
  t.equal((await app.inject('/zh/sitemap.xml')).statusCode, 200)
})
