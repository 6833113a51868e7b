// RFC 9111 §4.4: unsafe requests invalidate stored responses.
import t, { type Test } from 'tap'
import { until } from '../helpers/until.ts'
import { labels, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

/** Requests to the origin for a GET, a `method` that gets `status`, and a GET again. */
async function hitsWith(t: Test, method: string, status = 200): Promise<number> {
  const { origin, ask } = await createWorld(t)
  const answer = text('a', 'max-age=60')
  origin.on(other, (asked) => ({ ...answer, status: asked.method === 'GET' ? 200 : status }))
  for (const each of ['GET', method, 'GET']) await ask(other, { method: each })
  return origin.hits(other).length
}

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'M-SEARCH']) {
  t.test(`§4.4: a ${method} that succeeded invalidates its target`, async (t) => {
    t.equal(await hitsWith(t, method), 3)
  })
}

t.test('§4.4: in every language, and whatever the order of its query', async (t) => {
  const { origin, ask } = await createWorld(t)
  origin.on(other, text('a', 'max-age=60'))
  const read = async () => {
    for (const language of ['zh', 'en'])
      await ask(`${other}?a=1&b=2`, { headers: { 'accept-language': language } })
  }
  await read()
  await ask(`${other}?b=2&a=1`, { method: 'DELETE' })
  await read()
  t.equal(origin.hits(other).length, 5)
})

t.test('§4.4: one that failed invalidates nothing', async (t) => {
  for (const status of [400, 403, 404, 500, 503])
    t.equal(await hitsWith(t, 'DELETE', status), 2, String(status))
})

t.test('§4.4: a redirection is a success', async (t) => {
  t.equal(await hitsWith(t, 'POST', 303), 3)
})

t.test('§4.4: safe methods invalidate nothing', async (t) => {
  const { origin, ask } = await createStored(t, text('a', 'max-age=60'))
  for (const method of ['HEAD', 'OPTIONS']) await ask(other, { method })
  await ask(other)
  const methods = origin.hits(other).map(({ method }) => method)
  t.strictSame(methods, ['GET', 'OPTIONS'])
})

t.test('§4.4: Location and Content-Location of the same host are invalidated as well', async (t) => {
  for (const name of ['location', 'content-location']) {
    const { origin, ask } = await createWorld(t)
    origin.on(other, ({ method }) =>
      method === 'GET' ? text('a', 'max-age=60') : { headers: { [name]: 'other' } },
    )
    origin.on('/api/home/write', {
      headers: { [name]: name === 'location' ? 'other' : '/api/home/other?x=1' },
    })
    await ask(other)
    await ask('/api/home/write', { method: 'POST' })
    await ask(other)
    t.equal(origin.hits(other).length, 2, name)
  }
})

t.test('§4.4: those of another host are not', async (t) => {
  const { origin, ask } = await createWorld(t)
  origin.on(other, text('a', 'max-age=60'))
  for (const location of [`https://other.example${other}`, `//other.example${other}`, 'http://[', '::']) {
    origin.on('/api/home/write', { headers: { location } })
    await ask(other)
    await ask('/api/home/write', { method: 'POST' })
  }
  await ask(other)
  t.equal(origin.hits(other).length, 1)
})

t.test('§4.4: a POST that only reads is not a write, not even one that the cache passes on', async (t) => {
  const { origin, ask, post } = await createWorld(t)
  origin.on(labels, success({ a: 'b' }))
  await post(labels, { lang: 'en' })
  await ask(labels, { method: 'POST', body: 'no JSON' })
  await post(labels, { lang: 'en' })
  const bodies = origin.hits(labels).map(({ body }) => body)
  t.strictSame(bodies, ['{"lang":"en"}', 'no JSON'])
})

t.test('§4.4: a response in flight during the unsafe request is not stored', async (t) => {
  const { origin, ask } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, { ...text('before', 'max-age=60'), after: gate.promise })
  const early = ask(other)
  await until(() => origin.hits(other).length === 1)
  origin.on(other, text('after', 'max-age=60'))
  await ask(other, { method: 'PUT' })
  t.equal((await ask(other)).body, 'after')
  gate.resolve()
  t.equal((await early).body, 'before')
  t.equal((await ask(other)).body, 'after')
})
