// RFC 9111 §4.1: the key with Vary.
import t from 'tap'
import { createEntry, type EntryInput } from '../../server/cache/entry.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import { selectingKey, varyNames } from '../../server/cache/semantics/reuse.ts'
import { other, text } from './helpers/responses.ts'
import { isReused } from './helpers/reuse.ts'
import { createWorld } from './helpers/world.ts'

const input: Omit<EntryInput, 'fields' | 'requestFields' | 'body'> = {
  key: 'GET /a zh',
  tags: [],
  status: 200,
  requestTime: 0,
  responseTime: 0,
}

function variant(vary: string, requestFields: Record<string, string>, body: string) {
  const fields = { 'cache-control': 'max-age=60', vary }
  return createEntry({ ...input, fields, requestFields, body: Buffer.from(body) })!
}

t.test('§4.1: requests match when each nominated field does', async (t) => {
  const names = varyNames({ vary: 'Accept, X-A' })
  const key = selectingKey(names, { accept: 'text/html', 'x-a': '1', 'x-b': '1' })
  t.equal(selectingKey(names, { accept: 'text/html', 'x-a': '1', 'x-b': '2' }), key)
  t.not(selectingKey(names, { accept: 'text/html', 'x-a': '2' }), key)
})

t.test('§4.1: white space around the members of a list does not count', async (t) => {
  const names = varyNames({ vary: 'accept' })
  const key = selectingKey(names, { accept: 'text/html, text/plain' })
  t.equal(selectingKey(names, { accept: ' text/html ,text/plain' }), key)
})

t.test('§4.1: a field on several lines is the same as one with a list', async (t) => {
  const names = varyNames({ vary: 'accept' })
  t.equal(selectingKey(names, { accept: ['a', 'b'] }), selectingKey(names, { accept: 'a, b' }))
})

t.test('§4.1: the order of members counts, because it may mean something', async (t) => {
  const names = varyNames({ vary: 'accept' })
  t.not(selectingKey(names, { accept: 'a, b' }), selectingKey(names, { accept: 'b, a' }))
})

t.test('§4.1: names in Vary have no case, no order and no repetition', async (t) => {
  t.strictSame(varyNames({ vary: 'X-B,accept, ACCEPT' }), ['accept', 'x-b'])
  t.strictSame(varyNames({ vary: ['X-B', 'Accept'] }), ['accept', 'x-b'])
})

t.test('§4.1: an absent field matches an absent one alone', async (t) => {
  const names = varyNames({ vary: 'x-a, x-b' })
  t.equal(selectingKey(names, {}), selectingKey(names, {}))
  t.not(selectingKey(names, {}), selectingKey(names, { 'x-a': '1' }))
  t.not(selectingKey(names, { 'x-a': '1' }), selectingKey(names, { 'x-b': '1' }))
})

t.test('§4.1: `*` always fails to match, alone and in a list', async (t) => {
  t.notOk(await isReused(t, text('a', 'max-age=60', { vary: '*' })))
  t.notOk(await isReused(t, text('a', 'max-age=60', { vary: 'accept, *' })))
})

t.test('§4.1: a variant takes the place of the one that the same request selects', async (t) => {
  const store = createMemoryStore({ maxBytes: 1_000_000 })
  store.set(variant('accept', { accept: 'a, b' }, 'old'))
  store.set(variant('accept', { accept: 'a,b' }, 'new'))
  const bodies = store.get(input.key).map(({ body }) => String(body))
  t.strictSame(bodies, ['new'])
})

t.test('§4.1: Vary on what the key decides, or on what is never sent, makes one variant', async (t) => {
  const { origin, get } = await createWorld(t)
  const vary = 'Accept-Language, Accept-Encoding, Cookie, User-Agent, Origin'
  origin.on(other, text('a', 'max-age=60', { vary }))
  await get(other, { 'user-agent': 'one', cookie: 'a=1', 'accept-encoding': 'gzip' })
  await get(other, { 'user-agent': 'two', origin: 'https://a.example' })
  t.equal(origin.hits(other).length, 1)
})

t.test('§4.1: a response that varies by a field that differs in every request is not shared', async (t) => {
  for (const vary of ['traceparent', 'tracestate', 'X-Request-Id']) {
    const { origin, get } = await createWorld(t)
    origin.on(other, text('a', 'max-age=60', { vary }))
    await get(other, { traceparent: '1', 'x-request-id': '1' })
    await get(other, { traceparent: '1', 'x-request-id': '1' })
    t.equal(origin.hits(other).length, 2, vary)
  }
})
