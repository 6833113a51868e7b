// An upstream in plain Node.js: the fourteen calls over two articles and a page of each kind. `node example-server.mjs 8080`
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

/** Each text is `{ zh, en }`; a response has the text of its language. */
const both = (zh, en) => ({ zh, en })
const file = { name: both('产品说明', 'Data sheet'), url: '/media/data-sheet.txt', size: 12 }
const cover = '/media/meter-a-400x300.svg'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><circle cx="2" cy="1.5" r="1"/></svg>'
const media = { [file.url]: ['text/plain', 'Data sheet A'], [cover]: ['image/svg+xml', svg] }
const manual = {
  id: 1,
  title: both('甲型水表手册', 'Meter A manual'),
  summary: both('安装与维护。', 'Mounting and maintenance.'),
  body: both('<p>每年检查一次。</p>', '<p>Check it once a year.</p>'),
  products: [{ id: 2, title: both('甲型水表', 'Meter A') }],
}
const articles = [
  {
    id: 1,
    category: 'news',
    sign: 'first-meters',
    title: both('首批水表交付', 'First meters delivered'),
    summary: both('三百台水表运抵宁波。', 'Three hundred meters have reached Ningbo.'),
    body: both('<p>水表装在每户的楼道里。</p>', '<p>Each flat has one in its hallway.</p>'),
    published_at: '2026-05-04T09:00:00+08:00',
  },
  {
    id: 2,
    category: 'product',
    sign: 'meter-a',
    title: both('甲型水表', 'Meter A'),
    summary: both('用于住宅的冷水表。', 'A cold water meter for flats and houses.'),
    body: both('<p>水平安装。</p>', '<p>Mount it horizontally.</p>'),
    cover,
    published_at: '2026-03-02T09:30:00+08:00',
    attachments: [file],
    manuals: [manual],
  },
]
const about = {
  id: 1,
  sign: 'company',
  title: both('公司简介', 'The company'),
  body: both('<p>我们生产水表。</p>', '<p>We make water meters.</p>'),
}
const download = { id: 1, title: both('资料', 'Documents'), items: [{ id: 1, ...file }] }
const sections = [
  { slug: 'news', kind: 'news', title: both('新闻', 'News') },
  { slug: 'product', kind: 'product', title: both('产品', 'Products') },
]
const menu = [
  ...sections.map(({ slug, title }) => ({ title, path: `/${slug}` })),
  { title: both('下载', 'Downloads'), path: '/download' },
  { title: both('关于', 'About'), path: '/about' },
  { title: both('联系', 'Contact'), path: '/contact' },
]
const site = { zh: { title: '水表厂' }, en: { title: 'Meter Works' }, sections }
const messages = new Map()

/** What each call responds with, by its address; undefined is 404. `value` is the parameter in the address. */
const calls = {
  'POST config/base': () => site,
  'POST route/tree': () => menu.map((entry, index) => ({ id: index + 1, ...entry, children: [] })),
  'POST block/label': () => ({}),
  'POST block/banner': () => [],
  'GET article/list/': ({ value, query }) => listOf(value, query),
  'GET article/detail/': ({ value }) => itemOf(articles, value),
  'GET article/info/': ({ value }) => itemOf(articles, value),
  'POST article/recommends/': ({ value, body }) =>
    articles.filter(({ id, category }) => category === value && id !== body.id).map(summaryOf),
  'GET about/info/': ({ value }) => itemOf([about], value, { siblings: [about] }),
  'GET about/': ({ value }) => itemOf([about], value, { siblings: [about] }),
  'GET download/': ({ value }) => itemOf([download], value, { categories: [download] }),
  'GET manual/': ({ value }) => itemOf([manual], value, { siblings: [manual] }),
  'GET search': ({ query, lang }) => resultsOf(query.get('q') ?? '', lang),
  // A second attempt with the same key is the same message.
  'POST form/': ({ body, key }) => ({ id: messages.set(key, messages.get(key) ?? body) && key }),
}

/** By id or sign; the id 0 is the first page of its kind. */
function itemOf(items, value, more) {
  const item = items.find(({ id, sign }) => [`${id}`, sign, more && '0'].includes(value))
  return item && { ...item, ...more, languages: ['zh', 'en'] }
}
const summaryOf = ({ body, attachments, manuals, ...summary }) => summary
const withWords = (text) => (item) => text.split(/\s+/).every((word) => JSON.stringify(item).includes(word))

function listOf(slug, query) {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 10)]
  const found = articles.filter(({ category }) => category === slug).map(summaryOf)
  const list = found.filter(withWords(query.get('keywords') ?? ''))
  return { list: list.slice((page - 1) * size, page * size), total: list.length, languages: ['zh', 'en'] }
}

function resultsOf(text, lang) {
  const rowOf = ({ id, category: kind, title, summary }) => {
    return { id, kind, title: [{ text: title[lang] }], text: [{ text: summary[lang] }] }
  }
  const list = articles.filter(withWords(text)).map(rowOf)
  return { list, total: list.length }
}

/** The site and its menu have the texts of both languages. */
const textsIn = (lang) => (_key, value) => (value?.zh && typeof value.zh === 'string' ? value[lang] : value)

createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://localhost')
  const [type, bytes] = media[pathname] ?? []
  if (type) return response.setHeader('content-type', type).end(bytes)
  const address = `${request.method} ${pathname.replace('/api/home/', '')}`
  const name = Object.keys(calls).find((one) => address.startsWith(one))
  const body = request.method === 'POST' ? await json(request).catch(() => ({})) : {}
  const lang = (query.get('lang') ?? body.lang) === 'en' ? 'en' : 'zh'
  const value = decodeURIComponent(address.slice(name?.length))
  const data = name && calls[name]({ value, query, body, lang, key: request.headers['idempotency-key'] })
  const sent = data ? { success: true, data, msg: '' } : { success: false, data: null, msg: 'Not found' }
  response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(sent, /config|route/.test(name) ? undefined : textsIn(lang)))
}).listen(Number(process.argv[2] ?? 8080), '127.0.0.1')
