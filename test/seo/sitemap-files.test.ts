// Sitemap files: limits of a file and of the walk, restart, renewal.
import t, { type Test } from 'tap'
import { minute } from '../cache/helpers/clock.ts'
import { locsOf } from '../helpers/html.ts'
import { ifLong } from '../helpers/long.ts'
import { sendJson } from '../helpers/origin.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

/** An element of it has 10 000 bytes, so that a test of the size of a file needs 5000 items. */
const cover = `/media/${'x'.repeat(9_900)}.jpg`

/** A site whose upstream has `count` news items in Chinese, the oldest first; each third one has no English version. */
async function createLargeSite(t: Test, count: number, options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, options)
  const has = (id: number, lang: string | null) => id <= count && (lang === 'zh' || id % 3 !== 0)
  const item = (id: number) => ({
    id,
    category: 'news',
    title: `<${id}> & more`,
    cover,
    published_at: new Date(id * minute || 0).toISOString(),
  })
  site.origin.answer('/api/home/article/', ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, siteUrl)
    const lang = searchParams.get('lang')
    const [, kind, name = ''] = /article\/(\w+)\/([^/]*)/.exec(pathname) ?? []
    const [number, size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))]
    const ids = name === 'news' ? Array.from({ length: size }, (_, at) => (number - 1) * size + at + 1) : []
    const list = ids.filter((id) => has(id, lang)).map(item)
    const data =
      kind === 'list' ? { list, total: name === 'news' ? count : 0 } : { ...item(Number(name)), body: '' }
    if (kind !== 'list' && !has(Number(name), lang)) return sendJson(response, 404, {})
    sendJson(response, 200, { success: true, data, msg: '' })
  })
  return site
}

t.test('a file has at most 50 MiB, and the files have every page once', ifLong, async (t) => {
  const { get } = await createLargeSite(t, 5_400)
  // The first one takes longer than a request waits.
  await until(async () => (await get('/sitemap.xml')).statusCode === 200, { limitMs: 600_000 })
  const files = locsOf((await get('/sitemap.xml')).body, siteUrl)
  const found: Record<string, string[]> = { zh: [], en: [] }
  for (const file of files.filter((one) => !one.includes('news'))) {
    const { body } = await get(file)
    const urls = locsOf(body, siteUrl)
    t.ok(urls.length > 0 && Buffer.byteLength(body) <= 52_428_800, file)
    found[file.split('/')[1] ?? '']?.push(...urls)
  }
  t.match(files, ['/zh/sitemap.xml', '/zh/sitemap-2.xml'])
  const newsIn = (urls: string[] = []) => urls.filter((url) => /\/news\/\d+$/.test(url)).length
  t.strictSame([newsIn(found['zh']), newsIn(found['en'])], [5_400, 3_600])
  for (const urls of Object.values(found)) t.equal(new Set(urls).size, urls.length)
})

t.test('the last good sitemaps survive a restart while the upstream fails', async (t) => {
  const dataDir = t.testdir()
  const first = await createSmallSite(t, { config: { dataDir } })
  const { body } = await first.get('/zh/sitemap.xml')
  t.match(body, '/news/1<')
  await first.app.close()
  const { apiBase } = first.config
  const second = await createSmallSite(t, { config: { dataDir, apiBase } })
  second.origin.answer('/', status(503))
  t.equal((await second.get('/zh/sitemap.xml')).body, body)
  // Those of another upstream are not used.
  const other = await createSmallSite(t, { config: { dataDir } })
  other.origin.answer('/', status(503))
  t.equal((await other.get('/zh/sitemap.xml')).statusCode, 502)
})

t.test('damaged sitemaps are made again, and a folder that cannot be written to stops nothing', async (t) => {
  for (const files of [{ sitemaps: 'x' }, { 'sitemaps.tmp': {} }]) {
    const { get } = await createSmallSite(t, { config: { dataDir: t.testdir(files) } })
    t.match((await get('/zh/sitemap.xml')).body, '/news/1<')
  }
})

t.test('of a large upstream 4000 items are read, and /readyz names it', ifLong, async (t) => {
  const { get, origin } = await createLargeSite(t, 2_600)
  await until(async () => (await get('/sitemap.xml')).statusCode === 200, { limitMs: 600_000 })
  t.ok(origin.hits.length < 4_200, `${origin.hits.length} requests`)
  t.match((await get('/readyz')).json().warnings, [/^sitemaps incomplete: the upstream has more pages/])
})

t.test('the newest articles are read first, and after 200 requests a pause is before each one', async (t) => {
  const { get, origin } = await createLargeSite(t, 300, { walkPauseMs: 2 ** 31 - 1 })
  const read = () =>
    origin.hits.flatMap((hit) => /article\/detail\/(\d+)\?lang=zh/.exec(hit)?.[1] ?? []).map(Number)
  void get('/sitemap.xml')
  await until(() => read().length > 150)
  // A walk without a pause reads the others in less time.
  for (let round = 0; round < 20; round++) await get(`/news?keywords=word${round}`)
  const ids = read()
  t.ok(ids.length < 200, `${ids.length} of 300 articles`)
  t.strictSame(
    ids.toSorted((a, b) => b - a),
    Array.from(ids, (_, at) => 300 - at),
  )
})
