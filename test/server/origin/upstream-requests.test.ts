// What goes over the wire to an upstream.
import t from 'tap'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { silent } from '../../helpers/log.ts'
import { createTestUpstream, hang, status } from '../../helpers/upstream.ts'

t.test('method, path, headers and body go as they are', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(200)])
  await send(
    'POST',
    '/a/:name?x=%20&y=%E6%B0%B4',
    { 'content-type': 'application/json', 'x-a': 'b' },
    '{"a":"水"}',
  )
  const { method, path, headers, body } = origin.requests[0]!
  t.strictSame(
    { method, path, body },
    { method: 'POST', path: '/a/:name?x=%20&y=%E6%B0%B4', body: '{"a":"水"}' },
  )
  t.match(headers, { 'content-type': 'application/json', 'x-a': 'b', 'content-length': '11' })
})

t.test('the origin is requested with accept-encoding: identity', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(200)])
  await send('GET', '/x', { 'accept-encoding': 'br' })
  t.equal(origin.requests[0]?.headers['accept-encoding'], 'identity')
})

t.test('the prefix of API_BASE goes before every path', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(200)], { prefix: '/v1/content' })
  await send('GET', '/api/home/about/1?lang=zh')
  await send('GET', '/media/a.svg')
  t.strictSame(origin.hits, ['GET /v1/content/api/home/about/1?lang=zh', 'GET /v1/content/media/a.svg'])
})

t.test('a redirect is not followed', async (t) => {
  for (const code of [301, 302, 303, 307, 308]) {
    const { origin, send } = await createTestUpstream(t, [
      status(code, { location: '/elsewhere' }),
      status(200),
    ])
    const answer = await send()
    t.equal(answer.status, code)
    t.equal(answer.headers['location'], '/elsewhere')
    t.strictSame(origin.hits, ['GET /x'])
  }
})

t.test('a request that is taken back ends at once', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const { origin } = await createTestUpstream(t, [hang])
  origin.answer('/y', (_request, response) => {
    response.once('close', left.resolve)
    arrived.resolve()
  })
  const upstream = createUpstream({ base: origin.url, connections: 1, log: silent })
  t.teardown(() => upstream.close())
  const taken = new AbortController()
  const answer = upstream.send({ method: 'GET', path: '/y', headers: {}, signal: taken.signal })
  await arrived.promise
  taken.abort()
  await t.rejects(answer, { name: 'OriginError', kind: 'network' })
  await left.promise
  t.strictSame(origin.hits, ['GET /y'], 'and is not sent again')
})
