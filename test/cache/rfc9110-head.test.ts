// RFC 9110 §9.3.2: HEAD, served by what GET stores.
import t from 'tap'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

const head = { method: 'HEAD' }

t.test('§9.3.2: a HEAD is served from the stored response to a GET', async (t) => {
  const { origin, ask } = await createStored(t, text('body', 'max-age=60', { 'x-a': '1' }))
  const answer = await ask(other, head)
  t.match(answer, { status: 200, body: '', headers: { 'content-length': '4', 'x-a': '1', age: '0' } })
  t.equal(origin.hits(other).length, 1)
})

t.test('§9.3.2: a HEAD miss fetches with GET, and the next GET is a hit', async (t) => {
  for (const path of [other, article]) {
    const { origin, get, ask } = await createWorld(t)
    origin.on(path, path === other ? text('body', 'max-age=60') : success({ id: 3 }))
    t.match(await ask(path, head), { status: 200, body: '' })
    t.not((await get(path)).body, '')
    const methods = origin.hits(path).map(({ method }) => method)
    t.strictSame(methods, ['GET'])
  }
})

t.test('§9.3.2: a HEAD response has no body where the response is private or an error', async (t) => {
  const { origin, ask } = await createWorld(t)
  origin.on(other, text('private', 'no-store'))
  t.match(await ask(other, head), { status: 200, body: '' })
  origin.on(article, { status: 503, headers: { 'retry-after': '60' }, body: 'error' })
  t.match(await ask(article, head), { status: 503, body: '' })
  t.match(await ask(article, head), { status: 503, body: '' })
})

t.test('§9.3.2: one that is passed on is a HEAD for the origin too', async (t) => {
  const { origin, ask } = await createStored(t, text('private', 'no-store'))
  await ask(other, head)
  t.equal(origin.hits(other)[1]!.method, 'HEAD')
})
