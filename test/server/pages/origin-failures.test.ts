// Failure of the required call of a page: status and log line.
import t from 'tap'
import { find, titleOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { hang, reset } from '../../helpers/upstream.ts'

const detail = '/api/home/article/detail'
const send =
  (status: number, body: string): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

const failures: [name: string, answer: Answer, status: number, message: string][] = [
  ['HTTP 500', send(500, '{"message":"a secret"}'), 502, 'Bad Gateway'],
  ['HTTP 503', send(503, 'a secret'), 502, 'Bad Gateway'],
  ['HTTP 403', send(403, '{"message":"a secret"}'), 502, 'Bad Gateway'],
  [
    'a redirect',
    (_request, response) => void response.writeHead(302, { location: '/secret' }).end(),
    502,
    'Bad Gateway',
  ],
  ['success false', send(200, '{"success":false,"msg":"a secret"}'), 502, 'Bad Gateway'],
  ['HTML for JSON', send(200, '<html>a secret</html>'), 502, 'Bad Gateway'],
  ['an empty answer', send(200, ''), 502, 'Bad Gateway'],
  ['half of an answer', send(200, '{"success":true,"data":{"id":1'), 502, 'Bad Gateway'],
  ['a list for an item', send(200, '{"success":true,"data":[]}'), 502, 'Bad Gateway'],
  ['a connection that breaks', reset, 502, 'Bad Gateway'],
]

t.test('a failure of the origin is a 502, never a 200 or 404', async (t) => {
  for (const [name, answer, status, message] of failures) {
    await t.test(name, async (t) => {
      const site = await createSmallSite(t)
      site.origin.answer(detail, answer)
      const { statusCode, headers, body } = await site.get('/news/1')
      t.equal(statusCode, status)
      t.equal(titleOf(body), `${status} - ${message}`)
      t.equal(find(body, /data-error-page="([^"]*)"/), String(status))
      t.equal(headers['cache-control'], 'no-store')
      t.equal(headers['retry-after'], '30')
      t.notMatch(body, 'secret')
    })
  }
})

t.test('an origin that does not respond is a 504', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 500 })
  site.origin.answer(detail, hang)
  const { statusCode, headers, body } = await site.get('/news/1')
  t.equal(statusCode, 504)
  t.equal(titleOf(body), '504 - Gateway Timeout')
  t.equal(headers['retry-after'], '30')
})

t.test('a dead origin: every page but the form is a 502', async (t) => {
  const site = await createSmallSite(t)
  await site.origin.close()
  t.match((await site.get('/contact')).body, '<form')
  for (const url of [
    '/',
    '/en',
    '/news',
    '/news/1',
    '/news/1/4',
    '/about',
    '/download',
    '/manual/1',
    '/detail_the-fair',
  ]) {
    const { statusCode, body } = await site.get(url, { 'accept-language': 'zh' })
    t.equal(statusCode, 502, url)
    t.equal(titleOf(body), '502 - Bad Gateway', url)
  }
  t.equal(
    (await site.get('/api/home/about/1')).body,
    '{"success":false,"data":null,"msg":"服务端错误","message":"服务端错误"}',
  )
  t.equal((await site.get('/livez')).statusCode, 200)
})
