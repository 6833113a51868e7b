// Payloads: each page as HTML for client-side navigation (test/server/pages/documents.test.ts); their queries and errors.
import t from 'tap'
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
  ] as const) {
    const url = `${path}/_payload.json?${id}${query.replace('?', '&')}`
    const message = `Page not found: ${path}${query}`
    for (const _time of [1, 2]) t.match((await site.get(url)).json(), { url, statusCode: 404, message })
  }
})
