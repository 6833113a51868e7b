// Which methods pass to the business calls.
import t from 'tap'
import { sendJson } from '../../helpers/origin.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const passing = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const site = await createSmallSite(t, { config: { addressRate: 100_000 } })
site.origin.json('/api/home/echo', { success: true, data: 1, msg: '' })

t.test('GET, HEAD, POST, PUT and DELETE pass', async (t) => {
  for (const method of passing) {
    site.origin.hits.length = 0
    const { statusCode, body } = await site.get('/api/home/echo?a=b', {}, { method: method as 'GET' })
    t.equal(statusCode, 200, method)
    t.equal(body, method === 'HEAD' ? '' : '{"success":true,"data":1,"msg":""}')
    t.strictSame(site.origin.hits, [`${method} /api/home/echo?a=b`])
  }
})

t.test('other methods get 405 with Allow', async (t) => {
  site.origin.hits.length = 0
  for (const method of words('OPTIONS PATCH TRACE PURGE')) {
    const { statusCode, headers, body } = await site.get('/api/home/echo', {}, { method: method as 'GET' })
    t.equal(statusCode, 405, method)
    t.equal(headers['allow'], 'GET, HEAD, POST, PUT, DELETE', method)
    t.strictSame(
      JSON.parse(body),
      { success: false, data: null, msg: 'Method Not Allowed', message: 'Method Not Allowed' },
      method,
    )
    t.equal(headers['cache-control'], 'no-store', method)
  }
  t.strictSame(site.origin.hits, [])
})

const reads = words(`
  about/1 about/info/company article/detail/1 article/info/the-fair article/list/news article/list/unknown
  download/36 download manual/1 search?keywords=a
`)
const readPosts = words(`
  article/recommends/news block/label block/banner config/base route/tree form/:name
`)

t.test('a path of the contract has the methods of its call, other methods reach no origin', async (t) => {
  site.origin.hits.length = 0
  const wrong = { success: false, data: null, msg: 'Method Not Allowed', message: 'Method Not Allowed' }
  const every = [...passing, 'OPTIONS', 'PATCH', 'TRACE', 'PURGE']
  const rows = [...reads.map((path) => [path, ['GET', 'HEAD']]), ...readPosts.map((path) => [path, ['POST']])]
  for (const [path, allowed] of rows as [string, string[]][])
    for (const method of every.filter((one) => !allowed.includes(one))) {
      const url = `/api/home/${path}`
      const { statusCode, headers, body } = await site.get(url, {}, { method: method as 'GET' })
      t.strictSame([statusCode, headers['allow']], [405, allowed.join(', ')], `${method} ${url}`)
      if (method !== 'HEAD') t.strictSame(JSON.parse(body), wrong, `${method} ${url}`)
    }
  t.strictSame(site.origin.hits, [])
})

t.test('what an upstream answers to another method does not empty the cache', async (t) => {
  const site = await createSmallSite(t)
  const bot = { 'user-agent': botAgent }
  const refused = { success: false, data: null, msg: 'no such method' }
  await site.get('/news/1', bot)
  t.match((await site.get('/news/1', bot)).headers['cache-status'], 'hit')
  site.origin.answer('/api/home/', async (request, response, body) => {
    if (request.method === 'GET') return site.origin.pass(request, response, body)
    response.setHeader('content-location', '/api/home/article/detail/1?lang=zh')
    sendJson(response, 200, refused)
  })
  for (const [method, path] of [
    ['PUT', 'config/base'],
    ['DELETE', 'article/detail/1'],
    ['POST', 'Config/Base'],
    ['POST', '%63onfig/base'],
    ['POST', 'block/label'],
  ] as const) {
    const payload = method === 'POST' ? 'no JSON' : ''
    await site.get(`/api/home/${path}`, {}, { method, payload })
    t.match((await site.get('/news/1', bot)).headers['cache-status'], 'hit', `${method} ${path}`)
  }
})
