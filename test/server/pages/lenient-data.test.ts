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
      ['/news/1', '/api/home/article/recommends', '', { id: 9 }, /^\d\.category$/, '价格'],
      ['/zh', '/api/home/block/banner', '', { id: 9 }, /^\d\.title$/, '每一方水'],
      ['/news', '/api/home/route/tree', '', { id: 9 }, /^\d\.title$/, '产品中心'],
      ['/news', '/api/home/config/base', 'social', { name: 'x' }, /^social\.\d\.url$/, '水表有限公司'],
      ['/download', '/api/home/download/36', 'items', { id: 9 }, /^items\.\d\.name$/, '资料'],
      ['/news/1', '/api/home/article/detail/1', 'items', { id: 9 }, /^items\.\d\.category$/, '第一天'],
      ['/news/1', '/api/home/article/detail/1', 'specs', { name: 'x' }, /^specs\.\d\.value$/, '展会的正文'],
      ['/manual/1', '/api/home/manual/1', 'attachments', {}, /^attachments\.\d\.name$/, '手册'],
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

t.test('a total may be text, and page numbers may be missing', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch(list, (data: { list: object[]; total: number }) => ({
    list: data.list,
    total: String(data.total + 40),
  }))
  const { statusCode, body } = await site.get('/news')
  t.equal(statusCode, 200)
  t.match(body, 'href="/news?page=5#list"')
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
  for (const url of ['/', '/en', '/contact', '/en/contact']) {
    const { statusCode, body } = await site.get(url, { 'accept-language': 'zh' })
    t.equal(statusCode, 200, url)
    t.match(body, 'data-page=', url)
  }
  const failing = ['/news', '/en/product', '/news/1', '/about', '/download', '/manual/1', '/detail_the-fair']
  for (const url of [...failing, '/news/1/4', '/sitemap.xml', '/feed.xml', '/en/sitemap.xml'])
    t.equal((await site.get(url)).statusCode, 502, url)
  for (const url of ['/fr', '/en/none/1', '/%zz']) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, url === '/%zz' ? 400 : 404, url)
    t.match(body, /data-error-page/, url)
  }
  t.equal(site.lines.filter(({ msg }) => msg === 'render failed').length, 0)
})

t.test('equal response bodies are parsed separately for each call and language', async (t) => {
  const site = await createSmallSite(t)
  const one = { id: 1, title: 'One', body: '<p>One</p><p>One</p>', items: [], category: 'news' }
  for (const call of ['about/1', 'download/36', 'manual/1', 'article/detail/1', 'article/info/one'])
    site.origin.json(`/api/home/${call}`, { success: true, data: one, msg: '' })
  for (const locale of ['', '/en'])
    for (const url of ['/about', '/download', '/manual/1', '/news/1', '/detail_one'])
      t.equal((await site.get(locale + url)).statusCode, 200, locale + url)
})
