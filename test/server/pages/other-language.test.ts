// Other language: alternates and language switch of an item; the lookup never fails or delays the page.
import t from 'tap'
import { createFolder, siteFiles } from '../../content/world.ts'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf } from '../../helpers/html.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { createSite, robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { hang, reset } from '../../helpers/upstream.ts'

const switchOf = (html: string) =>
  elementsOf(html)
    .filter(({ attributes }) => 'data-locale-switch' in attributes)
    .map(({ attributes }) => attributes['href'] ?? '')
    .find((href) => !href.startsWith('/language/')) ?? ''

t.test('an item in one language has no alternates, and its switch links to an existing page', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get('/product/13', robot)
  t.equal(alternatesOf(body)['en-US'], undefined)
  t.equal((await site.get('/en/product/13')).statusCode, 404)
  const section = await site.get(switchOf(body))
  t.equal(section.statusCode, 200)
  t.match(section.body, '<a href="/product/13" hrefLang="zh-CN">Back to the page in Chinese</a>')
})

t.test('topics and filters that the other language does not have are dropped with the page', async (t) => {
  const product = (id: number, title: string, tags: string, media: string) =>
    `---\nid: ${id}\ntitle: ${title}\ntags: [${tags}]\nfacets: { ${media} }\n---\nText\n`
  const files = {
    ...siteFiles,
    'product/1.zh.md': product(1, '甲表', '流量, 管网', '介质: [清水, 污水]'),
    'product/1.en.md': product(1, 'Meter A', 'Flow, Networks', 'Medium: [Clean water, Wastewater]'),
    // In another order, and with fewer.
    'product/2.zh.md': product(2, '乙表', '管网, 流量', '介质: [清水]'),
    'product/2.en.md': product(2, 'Meter B', 'Flow, Networks', 'Medium: [Clean water, Raw water]'),
    'product/3.zh.md': product(3, '丙表', '明渠', '介质: [河水]'),
  }
  const site = await createSite(t, { folder: createFolder(t, files) })
  const rows: [from: string, to: string][] = [
    ['/product?tag=流量', '/en/product?tag=Flow'],
    ['/product?filter=介质:清水&page=2&page_size=1', '/en/product?page_size=1'],
    ['/product?filter=介质:清水', '/en/product?filter=Medium:Clean+water'],
    ['/product?tag=明渠', '/en/product'],
  ]
  for (const [from, to] of rows)
    t.equal(decodeURIComponent(switchOf((await site.get(encodeURI(from), robot)).body)), to, from)
})

t.test('a lookup of the other language that fails or hangs does not fail the page', async (t) => {
  for (const answer of [reset, hang]) {
    const site = await createSmallSite(t, answer === hang ? { partTimeoutMs: 100 } : {})
    // An upstream that does not send the optional field `languages`.
    site.origin.patch('/api/home/', (data: object | null) =>
      data && !Array.isArray(data) ? { ...data, languages: undefined } : data,
    )
    // The name of the site is a part with the same deadline; it is stored before the page is requested.
    await until(async () => (await site.get('/news/2', robot)).body.includes('| 水表厂</title>'))
    site.origin.answer('/api/home/article/detail/1?lang=en', answer)
    const { statusCode, body, headers } = await site.get('/news/1')
    t.equal(statusCode, 200)
    t.match(body, 'href="/en/news/1"', 'the switch links to the page')
    t.equal('en-US' in alternatesOf(body), answer === reset)
    t.match(headers['cache-control'], 'no-store')
  }
})

const detail = '/api/home/article/detail/'

t.test('`languages` decides, unless it lacks the language of the item', async (t) => {
  const rows: [id: number, languages: string[] | null, isInOther: boolean, isRequested: boolean][] = [
    [11, ['zh', 'fr'], false, false],
    [13, ['zh', 'en'], true, false],
    [11, ['en'], true, true],
    [13, null, false, true],
  ]
  for (const [id, languages, isInOther, isRequested] of rows) {
    const site = await createSmallSite(t, { config: { opsToken } })
    site.origin.patch(`${detail}${id}?lang=zh`, (data: object) => ({ ...data, languages }))
    const lookup = `GET ${detail}${id}?lang=en`
    // Of the first page of a kind it is not known whether the upstream sends `languages`.
    await site.get(`/product/${id}`, robot)
    await until(() => site.origin.hits.includes(lookup))
    await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
    site.origin.hits.length = 0
    const { body } = await site.get(`/product/${id}`, robot)
    t.equal('en-US' in alternatesOf(body), isInOther, `${id} ${languages}`)
    t.equal(site.origin.hits.includes(lookup), isRequested, `${id} ${languages}`)
  }
})
