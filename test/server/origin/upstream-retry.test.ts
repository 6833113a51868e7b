// The retry: once, and for safe methods only.
import t from 'tap'
import { discard } from '../../../server/base/read-body.ts'
import { createTestUpstream, reset, status } from '../../helpers/upstream.ts'

const retried = [408, 409, 425, 429, 500, 502, 503, 504]

t.test('each of the eight statuses is asked once more', async (t) => {
  for (const code of retried) {
    const { origin, send, lines } = await createTestUpstream(t, [status(code), status(200)])
    t.equal((await send()).status, 200, String(code))
    t.strictSame(origin.hits, ['GET /x', 'GET /x'])
    t.match(lines, [{ level: 30, msg: 'origin request retried', path: '/x', status: code }])
  }
})

t.test('a second failure stands', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(503), status(500), status(200)])
  t.equal((await send()).status, 500)
  t.equal(origin.hits.length, 2)
})

t.test('other statuses stand at once', async (t) => {
  for (const code of [200, 204, 301, 304, 400, 401, 403, 404, 410, 422, 451, 501, 505]) {
    const { origin, send, lines } = await createTestUpstream(t, [status(code)])
    t.equal((await send()).status, code)
    t.equal(origin.hits.length, 1, String(code))
    t.strictSame(lines, [])
  }
})

t.test('a broken connection is tried once more', async (t) => {
  const { origin, send, lines } = await createTestUpstream(t, [reset, status(200)])
  t.equal((await send()).status, 200)
  t.equal(origin.hits.length, 2)
  t.match(lines, [{ level: 30, msg: 'origin request retried', path: '/x', err: { message: String } }])
})

t.test('two broken connections are a network error', async (t) => {
  const { origin, send } = await createTestUpstream(t, [reset])
  await t.rejects(send(), { name: 'OriginError', kind: 'network' })
  t.equal(origin.hits.length, 2)
})

t.test('HEAD and OPTIONS are asked again as GET is', async (t) => {
  for (const method of ['HEAD', 'OPTIONS']) {
    const { origin, send } = await createTestUpstream(t, [status(503), status(200)])
    t.equal((await send(method)).status, 200)
    t.strictSame(origin.hits, [`${method} /x`, `${method} /x`])
  }
})

t.test('POST, PUT and DELETE are never sent twice', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const failing = await createTestUpstream(
      t,
      retried.map((code) => status(code)),
    )
    for (const code of retried) t.equal((await failing.send(method)).status, code)
    t.equal(failing.origin.hits.length, retried.length)

    const broken = await createTestUpstream(t, [reset, status(200)])
    await t.rejects(broken.send(method), { name: 'OriginError', kind: 'network' })
    t.strictSame(broken.origin.hits, [`${method} /x`])
  }
})

t.test('a 503 that many wait for stands, one that somebody waits for does not', async (t) => {
  const { origin, upstream } = await createTestUpstream(t, [status(503), status(200)])
  const ask = async (hasWaiters: boolean, path: string) => {
    const asked = { method: 'GET', path, headers: {}, hasWaiters: () => hasWaiters }
    const { status, body } = await upstream.send(asked)
    discard({ body })
    return status
  }
  t.equal(await ask(true, '/x'), 503)
  t.strictSame(origin.hits, ['GET /x'])
  t.equal(await ask(false, '/x'), 200)
})
