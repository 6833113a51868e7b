// Lenient parsing: invalid list items, totals as text, missing page numbers, PHP's empty arrays.
import t from 'tap'
import { createClock, day } from '../../cache/helpers/clock.ts'
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
      ['/news/1', '/api/home/article/detail/1', 'tags', 3, /^tags\.\d$/, '展会的正文'],
      ['/news/1', '/api/home/article/recommends', '', { id: 9 }, /^\d\.category$/, '价格'],
      ['/zh', '/api/home/block/banner', '', { id: 9 }, /^\d\.title$/, '每一方水'],
      ['/news', '/api/home/route/tree', '', { id: 9 }, /^\d\.title$/, '产品中心'],
      ['/news', '/api/home/config/base', 'social', { name: 'x' }, /^social\.\d\.url$/, '水表有限公司'],
      ['/about/2', '/api/home/about/2', 'siblings', { id: 9 }, /^siblings\.\d\.title$/, '公司'],
      ['/download37', '/api/home/download/37', 'categories', { id: 9 }, /^categories\.\d\.title$/, '资料'],
      ['/download', '/api/home/download/36', 'items', { id: 9 }, /^items\.\d\.name$/, '资料'],
      ['/news/1', '/api/home/article/detail/1', 'items', { id: 9 }, /^items\.\d\.category$/, '第一天'],
      ['/news/1', '/api/home/article/detail/1', 'specs', { name: 'x' }, /^specs\.\d\.value$/, '展会的正文'],
      ['/news/1', '/api/home/article/detail/1', 'gallery', {}, /^gallery\.\d\.url$/, '展会的正文'],
      ['/news/1', '/api/home/article/detail/1', 'attachments', {}, /^attachments\.\d\.name$/, '展会的正文'],
      ['/manual/1', '/api/home/manual/1', 'chapters', {}, /^chapters\.\d\.id$/, '手册'],
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

t.test('an invalid child of a menu entry is left out, the entry stays', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/route/tree', (data: object[]) =>
    data.map((node, index) => (index === 0 ? { ...node, children: [{ id: 1 }] } : node)),
  )
  t.match((await site.get('/news')).body, '产品中心')
  const logged = site.lines.filter(({ msg }) => msg === leftOut)
  t.match(logged, [{ call: 'menu', field: '0.children.0.title' }])
})

t.test('items of one field are one line, and the line is repeated after a minute', async (t) => {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now })
  site.origin.patch(list, (data: { list: object[] }) => ({ ...data, list: [{}, ...data.list, {}, {}] }))
  const lines = () => site.lines.filter(({ call }) => call === 'articleList')
  await site.get(`${list}?lang=zh`)
  await site.get(`${list}?lang=zh&page_size=11`)
  t.match(lines(), [{ field: 'list.0.id', count: 3 }])
  clock.advance(60_000)
  await site.get(`${list}?lang=zh&page_size=12`)
  t.equal(lines().length, 2)
})

t.test('a label that is not a string is left out', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/block/label', (data: object) => ({ ...data, home_products_intro: 7 }))
  const { body } = await site.get('/')
  t.match(body, '产品标签')
  t.notMatch(body, '产品简介标签')
})

t.test('a menu without any valid node is a failure, not an empty menu', async (t) => {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now })
  t.match((await site.get('/news', { 'user-agent': botAgent })).body, '产品中心')
  clock.advance(3 * day)
  site.origin.patch('/api/home/route/tree', (data: object[]) => data.map((node) => ({ ...node, title: '' })))
  t.match((await site.get('/product')).body, '产品中心')
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
