// RFC 9111 §4: constructing responses from what is stored.
import t from 'tap'
import { second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

t.test('§4: a response to another URL is not used', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, (asked) => text(asked.path, 'max-age=60'))
  t.equal((await get(`${other}?a=1`)).body, `${other}?a=1`)
  t.equal((await get(`${other}?a=2`)).body, `${other}?a=2`)
  t.equal((await get(other)).body, other)
})

t.test('§4: Age is generated and replaces the received one', async (t) => {
  const { get } = await createStored(t, text('a', 'max-age=60', { age: '7' }), 5 * second)
  t.equal((await get(other)).headers['age'], '12')
})

t.test('§4: unsafe requests are written through to the origin before the response', async (t) => {
  const { ask } = await createStored(t, ({ method }) => text(method, 'max-age=60'))
  t.equal((await ask(other, { method: 'PUT', body: '{}' })).body, 'PUT')
})

t.test('§4: where validation is needed for reuse, each request is forwarded', async (t) => {
  for (const cacheControl of ['no-cache', 'max-age=0', 'max-age=0, must-revalidate']) {
    const { origin, get } = await createWorld(t)
    let count = 0
    origin.on(other, () => text(`a${++count}`, cacheControl, { etag: `"${count}"` }))
    const bodies = (await Promise.all([get(other), get(other), get(other)])).map(({ body }) => body)
    t.strictSame(bodies.sort(), ['a1', 'a2', 'a3'], cacheControl)
  }
})

t.test('§4: the forwarded requests have the validator of the first complete response', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, ({ headers }) =>
    headers['if-none-match'] === '"a"'
      ? { status: 304, headers: { etag: '"a"' } }
      : success({ id: 3 }, { 'cache-control': 'no-cache', etag: '"a"' }),
  )
  const asked = await Promise.all([get(article), get(article), get(article)])
  const statuses = asked.map(({ status }) => status)
  t.strictSame(statuses, [200, 200, 200])
  const conditions = origin.hits(article).map(({ headers }) => headers['if-none-match'])
  t.strictSame(conditions, [undefined, '"a"', '"a"'])
})
