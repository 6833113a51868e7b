// What goes over the wire to an upstream.
import t from 'tap'
import { createTestUpstream, status } from '../../helpers/upstream.ts'

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
