// Lenient parsing: invalid list items, PHP's empty arrays, dates. Ids and other dates: test/shared/content.
import t from 'tap'
import { minute } from '../../cache/helpers/clock.ts'
import { createWorld, detail } from '../../helpers/page-cache-world.ts'
import { robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

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

t.test('a date of the upstream is the same day in every time zone of the process', async (t) => {
  const zone = process.env['TZ']
  t.teardown(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  const dates = ['2026-03-01', '2026/03/01 00:30', '2026-03-01T23:30:00', '2026-02-28T16:30:00Z']
  const items = dates.map((date, at) => ({
    id: at + 1,
    category: 'news',
    title: `t${at}`,
    published_at: date,
  }))
  for (const TZ of ['America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati']) {
    process.env['TZ'] = TZ
    const site = await createSmallSite(t)
    site.origin.patch(list, (data: object) => ({ ...data, list: items, total: items.length }))
    const page = await site.get('/en/news', robot)
    const shown = [...page.body.matchAll(/<time [^>]*>([^<]*)</g)].map(([, text]) => text)
    t.strictSame(shown, Array(dates.length).fill('1 March 2026'), TZ)
  }
})
