// Lenient parsing: invalid list items, ids as text, PHP's empty arrays, dates without an offset.
import t from 'tap'
import { minute } from '../../cache/helpers/clock.ts'
import { createWorld, detail } from '../../helpers/page-cache-world.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const robot = { 'user-agent': botAgent }
const list = '/api/home/article/list/news'
const leftOut = 'upstream response: invalid items left out'

/** Adds an invalid item at the end of the list `field` of the data. */
const withInvalid = (field: string, invalid: unknown) => (data: object | unknown[]) => {
  if (field === '') return [...(data as unknown[]), invalid]
  const list = (data as Record<string, unknown[]>)[field] ?? []
  return { ...data, [field]: [...list, invalid] }
}

t.test('an invalid item of any list is left out and does not take the list with it', async (t) => {
  const rows: [url: string, call: string, field: string, invalid: unknown, logged: RegExp, shown: string][] =
    [
      ['/news', list, 'list', { id: 9 }, /^list\.\d\.category$/, '展会'],
      ['/news', list, 'list', null, /^list\.\d$/, '展会'],
      ['/zh', '/api/home/block/banner', '', { id: 9 }, /^\d\.title$/, '每一方水'],
      ['/news', '/api/home/config/base', 'social', { name: 'x' }, /^social\.\d\.url$/, '水表有限公司'],
      ['/news/1', `${detail}1`, 'specs', { name: 'x' }, /^specs\.\d\.value$/, '展会的正文'],
    ]
  const site = await createWorld(t)
  for (const [url, call, field, invalid, logged, shown] of rows) {
    await site.purge({ all: true, mode: 'hard' })
    site.clock.advance(2 * minute)
    site.lines.length = 0
    const restore = site.origin.patch(call, withInvalid(field, invalid))
    const page = await site.get(url, robot)
    t.equal(page.statusCode, 200, `${call} ${field}`)
    t.match(page.body, shown, `${call} ${field}`)
    t.match(page.headers['cache-control'], 's-maxage=', 'it is stored')
    await site.get(`/en${url}`, robot)
    const lines = site.lines.filter(({ msg }) => msg === leftOut)
    t.equal(lines.length, 1, `${call} ${field}: once`)
    t.match(lines, [{ level: 40, field: logged, path: String, count: 1 }])
    t.ok(String(lines[0]?.['path']).startsWith(call))
    restore()
  }
})

t.test(
  'ids are exact, as numbers or as text of at most 15 digits; an item with another is left out',
  async (t) => {
    const { get, origin, purge, clock, lines } = await createWorld(t)
    const newsWith = async (call: string, from: RegExp, to: string) => {
      await purge({ all: true, mode: 'hard' })
      clock.advance(2 * minute)
      lines.length = 0
      const restore = origin.rewrite(call, (body) => ({ body: String(body).replace(from, to) }))
      const { statusCode, body } = await get('/news', robot)
      t.equal(statusCode, 200)
      restore()
      return body
    }
    t.match(await newsWith('/api/home/', /"id":(\d+)/g, '"id":"$1"'), '/news/1"')
    // JSON.parse rounds the first one.
    for (const id of ['9007199254740993', '1.5', '"1234567890123456"']) {
      const body = await newsWith(list, /"id":1,/, `"id":${id},`)
      for (const shown of ['/news/1"', '9007199254740992']) t.notMatch(body, shown, id)
      const named = lines.filter(({ call }) => call === 'articleList')
      t.match(named, [{ level: 40, msg: leftOut, field: /^list\.\d+\.id$/ }], id)
    }
  },
)

t.test('an empty PHP array is an empty object', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/api/home/block/label', { success: true, data: [], msg: '' })
  site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, en: { title: 'T' }, social: [] }))
  const home = await site.get('/zh', robot)
  t.equal(home.statusCode, 200)
  t.match(home.headers['cache-control'], 's-maxage=7200', 'it is complete')
  t.strictSame(
    site.lines.filter(({ level }) => level >= 40),
    [],
  )
})

t.test('an empty list for every call makes empty pages or 502, no error of this server', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/', { success: true, data: [], msg: '' })
  const failing = ['/news', '/news/1', '/about', '/download', '/sitemap.xml', '/feed.xml', '/en/sitemap.xml']
  for (const url of ['/', '/en/contact']) t.equal((await site.get(url)).statusCode, 200, url)
  for (const url of failing) t.equal((await site.get(url)).statusCode, 502, url)
  t.equal((await site.get('/fr')).statusCode, 404)
  t.equal(site.lines.filter(({ msg }) => msg === 'render failed').length, 0)
})

/** By id of the news: the date of the upstream, and the same time with offset. */
const dates: Record<string, [sent: string, full: string]> = {
  1: ['2026-11-20', '2026-11-20T00:00:00+08:00'],
  2: ['2026-11-20T10:00:00', '2026-11-20T10:00:00+08:00'],
  3: ['2026-11-20 07:59:59', '2026-11-20T07:59:59+08:00'],
}

t.test('a date without an offset is the company’s, whatever the time zone of the server', async (t) => {
  const zone = process.env['TZ']
  t.teardown(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  process.env['TZ'] = 'America/New_York'
  const site = await createSmallSite(t)
  const dated = (article: { id: number }) => ({
    ...article,
    ...(dates[article.id] && { published_at: dates[article.id]?.[0], updated_at: undefined }),
  })
  site.origin.patch('/api/home/article/detail', dated)
  site.origin.patch(list, ({ list, ...data }: { list: { id: number }[] }) => ({
    ...data,
    list: list.map(dated),
  }))
  for (const [id, [, full]] of Object.entries(dates)) {
    const { body } = await site.get(`/en/news/${id}`, robot)
    t.match(body, `<time dateTime="${full}">20 November 2026</time>`)
    t.match(body, `"datePublished":"${full}"`)
  }
  const lastmod = `<loc>${siteUrl}/news/2</loc><lastmod>2026-11-20T02:00:00.000Z</lastmod>`
  t.match((await site.get('/zh/sitemap.xml')).body, lastmod)
})
