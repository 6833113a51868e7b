// Lenient parsing: invalid list items, totals as text, missing page numbers, PHP's empty arrays.
import t from 'tap'
import { botAgent } from '../../helpers/site.ts'
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
  const lists: [url: string, call: string, field: string, invalid: unknown, logged: RegExp, shown: string][] =
    [
      ['/news', list, 'list', { id: 9 }, /^list\.\d\.category$/, '展会'],
      ['/news', list, 'list', null, /^list\.\d$/, '展会'],
      ['/zh', '/api/home/block/banner', '', { id: 9 }, /^\d\.title$/, '每一方水'],
      ['/news', '/api/home/config/base', 'social', { name: 'x' }, /^social\.\d\.url$/, '水表有限公司'],
      ['/news/1', '/api/home/article/detail/1', 'specs', { name: 'x' }, /^specs\.\d\.value$/, '展会的正文'],
    ]
  for (const [url, call, field, invalid, logged, shown] of lists) {
    const site = await createSmallSite(t)
    site.origin.patch(call, withInvalid(field, invalid))
    const page = await site.get(url, { 'user-agent': botAgent })
    t.equal(page.statusCode, 200, `${call} ${field}`)
    t.match(page.body, shown, `${call} ${field}`)
    t.match(page.headers['cache-control'], 's-maxage=', 'it is stored')
    await site.get(`/en${url}`, { 'user-agent': botAgent })
    const lines = site.lines.filter(({ msg }) => msg === leftOut)
    t.equal(lines.length, 1, `${call} ${field}: once`)
    t.match(lines, [{ level: 40, field: logged, path: String, count: 1 }])
    t.ok(String(lines[0]?.['path']).startsWith(call))
  }
})

t.test('an empty PHP array is an empty object', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/api/home/block/label', { success: true, data: [], msg: '' })
  site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, en: { title: 'T' }, social: [] }))
  const home = await site.get('/zh', { 'user-agent': botAgent })
  t.equal(home.statusCode, 200)
  t.match(home.headers['cache-control'], 's-maxage=7200', 'it is complete')
  const problems = site.lines.filter(({ level }) => level >= 40)
  t.strictSame(problems, [])
})

t.test('an empty list for every call makes empty pages or 502, no error of this server', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/', { success: true, data: [], msg: '' })
  for (const url of ['/', '/en/contact']) t.equal((await site.get(url)).statusCode, 200, url)
  for (const url of [
    '/news',
    '/news/1',
    '/about',
    '/download',
    '/sitemap.xml',
    '/feed.xml',
    '/en/sitemap.xml',
  ])
    t.equal((await site.get(url)).statusCode, 502, url)
  t.equal((await site.get('/fr')).statusCode, 404)
  t.equal(site.lines.filter(({ msg }) => msg === 'render failed').length, 0)
})
