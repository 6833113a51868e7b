// Payloads: each page as HTML for client-side navigation (test/server/pages/documents.test.ts); their queries and errors.
// Islands: blocks as HTML, for registered names and props that match the hash in the URL.
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'
import type { PagePayload } from '../../../shared/payload.ts'
import { titleOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)
const { id } = site.build

t.test('the query of the page follows the build id', async (t) => {
  const { headers, body } = await site.get(`/en/news/_payload.json?${id}&page=2&page_size=1&keywords=`)
  const payload: PagePayload = JSON.parse(body)
  t.match(titleOf(payload.head), /Page 2/)
  t.match(payload.main, 'Holidays')
  t.notMatch(payload.main, 'The fair')
  t.ok(site.origin.hits.includes('GET /api/home/article/list/news?counts=1&lang=en&page=2&page_size=1'))
  const tags = String(headers['cache-tag']).split(',')
  for (const tag of ['articleList', 'labels', 'siteConfig', 'menu']) t.ok(tags.includes(tag), tag)
})

t.test('another build id is a 409, not stored', async (t) => {
  for (const query of ['', '?other', `?x&${id}`, `?${id}=1`, `?%20${id}`]) {
    const url = `/news/_payload.json${query}`
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, 409, url)
    t.equal(body, JSON.stringify({ error: true, url, statusCode: 409, message: 'Another build' }))
    t.match(headers, { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  }
})

/** Responses of the upstream, and the message that the browser shows in a toast. */
const failures: [name: string, status: number, body: unknown, message: string][] = [
  ['success false with a message', 200, { success: false, msg: 'Sold out' }, 'Sold out'],
  ['no message', 200, { success: false }, en['error.system']],
  ['an HTTP error', 500, {}, en['error.transport']],
  ['a message', 422, { message: 'Too long' }, 'Too long'],
  ['a string that is JSON', 422, '{"message":"In a string"}', 'In a string'],
  [
    'errors by field',
    422,
    { errors: { name: ['is long', 'is odd'], mail: ['is none'] } },
    'is long,is odd;is none',
  ],
  ['code 40001', 400, { code: 40001, message: 'Log in' }, 'Log in'],
  ['HTML', 422, { message: '<b>SQL error</b>' }, en['error.transport']],
  ['HTML with success false', 200, { success: false, msg: '<b>SQL error</b>' }, en['error.system']],
  ['HTML for a field', 500, { errors: { name: ['<b>SQL error</b>'] } }, en['error.transport']],
  ['a long text', 422, { message: 'x'.repeat(201) }, en['error.transport']],
  ['data of a wrong shape', 200, { success: true, data: { id: 'secret' } }, en['error.transport']],
]

t.test('the message of a failed payload is in its language', async (t) => {
  const messageOf = async (locale: string, at: number) =>
    (await site.get(`/${locale}/news/${at}/_payload.json?${id}`)).json()
  for (const [at, [name, status, body, message]] of failures.entries()) {
    site.origin.json(`/api/home/article/detail/${100 + at}`, body, status)
    t.match(await messageOf('en', 100 + at), { error: true, statusCode: 502, message }, name)
  }
  t.match(await messageOf('zh', 102), { message: zh['error.transport'] })
})

t.test('what is not found is the page, not its payload', async (t) => {
  for (const [path, query] of [
    ['/en/news/999', '?page=2'],
    ['/en/news/1/2/3', ''],
    // Its address has two slashes.
    ['/', ''],
  ] as const) {
    const url = `${path}/_payload.json?${id}${query.replace('?', '&')}`
    const message = `Page not found: ${path}${query}`
    for (const _time of [1, 2]) t.match((await site.get(url)).json(), { url, statusCode: 404, message })
  }
})

const props = { locale: 'en', model: 'news', id: 1, limit: 3 } as const
const urlOf = (change: object = {}) =>
  islandUrl({ name: 'RecommendedArticles', props: { ...props, ...change } }, id)

t.test('an island has the same HTML as in the document', async (t) => {
  const { statusCode, headers, body } = await site.get(urlOf())
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': /^public, max-age=0, s-maxage=7200/,
    'cache-tag': 'articleRecommends,category:news',
  })
  const { id: islandId, html, head, ...others } = JSON.parse(body)
  t.match(islandId, /^RecommendedArticles_[a-z0-9]+$/)
  t.strictSame({ head, others }, { head: {}, others: {} })
  const document = (await site.get('/en/news/1')).body.replaceAll('<!-- -->', '')
  t.ok(document.includes(`<div data-island="RecommendedArticles">${html}</div>`))
})

// CVE-2026-47200: pages were islands of Nuxt too, and bypassed the guards of pages.
t.test('unknown names, props that do not match the hash, and other builds are a 404', async (t) => {
  site.origin.hits.length = 0
  const right = urlOf()
  for (const url of [
    ...['page_index', '__proto__'].map((name) => right.replace('RecommendedArticles', name)),
    right.replace('%22id%22%3A1', '%22id%22%3A2'),
    islandUrl({ name: 'RecommendedArticles', props }, `${id}x`),
    urlOf({ template: '<b/>' }),
  ])
    t.equal((await site.get(url)).statusCode, 404, url)
  t.strictSame(site.origin.hits, [])
})

t.test('invalid props are rejected', async (t) => {
  site.origin.hits.length = 0
  const [path = ''] = urlOf().split('?')
  const changes = [{ locale: 'fr' }, { model: 'secret' }, { id: 1.5 }, { limit: 99 }]
  const wrong = changes.map((change) => JSON.stringify({ ...props, ...change }))
  for (const json of [...wrong, 'null', '{'])
    t.equal((await site.get(`${path}?props=${encodeURIComponent(json)}`)).statusCode, 400, json)
  const encoded = encodeURIComponent(JSON.stringify(props))
  for (const query of ['', `?props=${encoded}&x=1`])
    t.equal((await site.get(path + query)).statusCode, 400, query)
  t.strictSame(site.origin.hits, [])
})
