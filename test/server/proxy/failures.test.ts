// Business calls while the origin fails.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const failed = '{"success":false,"data":null,"msg":"服务端错误","message":"服务端错误"}'

t.test('a dead origin is a 502 in the envelope, and the server lives on', async (t) => {
  const site = await createSmallSite(t)
  await site.origin.close()
  const calls = { GET: '/api/home/about/1', POST: '/api/home/other' } as const
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode, headers, body } = await site.get(calls[method], {}, { method })
    t.equal(statusCode, 502)
    t.equal(body, failed)
    t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  }
  t.equal((await site.get('/livez')).statusCode, 200)
})

t.test('an origin that hangs is a 504 in the envelope', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 500 })
  site.origin.answer('/api/home/about', () => {})
  const { statusCode, body } = await site.get('/api/home/about/1')
  t.equal(statusCode, 504)
  t.equal(body, failed)
})

t.test('an origin that hangs up in the middle of a body is a 502, not half a response', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer('/api/home/about', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"success":', () => response.destroy())
  })
  const { statusCode, body } = await site.get('/api/home/about/1')
  t.equal(statusCode, 502)
  t.equal(body, failed)
})

t.test('cancellation of the only waiting request cancels the request to the origin', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const asked = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  site.origin.answer('/api/home/other', (_request, response) => {
    response.once('close', left.resolve)
    asked.resolve()
  })
  const visitor = new AbortController()
  const answer = fetch(`${base}/api/home/other`, { method: 'DELETE', signal: visitor.signal })
  await asked.promise
  visitor.abort()
  await t.rejects(answer, { name: 'AbortError' })
  await left.promise
  t.strictSame(site.origin.hits, ['DELETE /api/home/other'], 'and it is not sent again')
})
