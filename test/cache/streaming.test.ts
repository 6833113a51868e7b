// Responses of paths that are no business call stream while they are stored.
import t from 'tap'
import type { OriginResponse } from '../../server/base/origin.ts'
import { until } from '../helpers/until.ts'
import { second } from './helpers/clock.ts'
import { inPieces, other, text } from './helpers/responses.ts'
import { createWorld } from './helpers/world.ts'

function reader({ body }: OriginResponse): AsyncIterator<Buffer> {
  if (Buffer.isBuffer(body)) throw new Error('no stream')
  return body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
}

async function rest(pieces: AsyncIterator<Buffer>): Promise<string> {
  let text = ''
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value
  return text
}

t.test('two readers see the first piece before the origin has sent the last', async (t) => {
  const { origin, send } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, inPieces(gate.promise))
  const readers = (await Promise.all([send(other), send(other)])).map(reader)
  for (const pieces of readers) t.equal(String((await pieces.next()).value), 'first ')
  gate.resolve()
  for (const pieces of readers) t.equal(await rest(pieces), 'second')
  t.equal(origin.hits(other).length, 1)
})

t.test('one who comes in the middle gets all of it, without another request', async (t) => {
  const { origin, send, get } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, inPieces(gate.promise))
  const early = reader(await send(other))
  await early.next()
  const late = await send(other)
  t.match(late.headers, { 'cache-status': 'site; fwd=uri-miss; fwd-status=200; stored; collapsed' })
  gate.resolve()
  t.equal(await rest(reader(late)), 'first second')
  await rest(early)
  t.equal((await get(other)).body, 'first second')
  t.equal(origin.hits(other).length, 1)
})

t.test('a slow reader does not delay the others', async (t) => {
  const { origin, send, memory } = await createWorld(t)
  const body = 'x'.repeat(200_000)
  origin.on(other, text(body, 'max-age=60'))
  const slow = await send(other)
  await until(() => memory.usage().count === 1)
  t.equal((await rest(reader(slow))).length, body.length)
})

t.test('a body over the limit of an entry passes through, and is not stored', async (t) => {
  const { origin, get, memory } = await createWorld(t, { entryLimit: 1000 })
  const body = 'x'.repeat(1001)
  async function* pieces() {
    yield body
  }
  origin.on(other, () => ({ ...text('', 'max-age=60'), pieces: pieces() }))
  origin.on('/api/home/announced', text(body, 'max-age=60', { 'content-length': '1001' }))
  for (const path of [other, '/api/home/announced']) {
    t.equal((await get(path)).body, body)
    t.equal((await get(path)).body, body)
    t.equal(origin.hits(path).length, 2)
  }
  t.equal(memory.usage().count, 0)
})

t.test('a body over the response limit is truncated', async (t) => {
  const { origin, send, memory } = await createWorld(t, { responseLimit: 1000 })
  async function* endless() {
    for (;;) yield 'x'.repeat(500)
  }
  origin.on(other, { ...text('', 'max-age=60'), pieces: endless() })
  await t.rejects(rest(reader(await send(other))), { message: /larger than 1000 bytes/ })
  t.equal(memory.usage().count, 0)
})

t.test('a truncated stream is truncated for its readers, not stored, and fetched again', async (t) => {
  const { origin, send, get, memory } = await createWorld(t)
  origin.on(other, { ...text('half', 'max-age=60'), fault: 'cut' })
  const readers = (await Promise.all([send(other), send(other)])).map(reader)
  for (const pieces of readers) await t.rejects(rest(pieces))
  t.equal(memory.usage().count, 0)
  origin.on(other, text('whole', 'max-age=60'))
  t.equal((await get(other)).body, 'whole')
})

t.test('a short response that is truncated is an error', async (t) => {
  const { origin, send, get, memory, clock } = await createWorld(t)
  origin.on(other, { ...text('half', 'max-age=60'), fault: 'short' })
  for (const answer of [send(other), send(other)])
    await t.rejects(answer, { name: 'OriginError', kind: 'network' })
  t.equal(memory.usage().count, 0)
  origin.on(other, text('whole', 'max-age=60'))
  clock.advance(3 * second)
  t.equal((await get(other)).body, 'whole')
})

t.test('one that drips for ever ends with the deadline', async (t) => {
  const { origin, send, memory } = await createWorld(t, { timeoutMs: 1000 })
  origin.on(other, { ...text('drop', 'max-age=60'), fault: 'drip' })
  await t.rejects(rest(reader(await send(other))), { name: 'ApiError', message: /did not end within/ })
  t.equal(memory.usage().count, 0)
})

t.test('a reader without an error listener does not crash the process when the stream fails', async (t) => {
  const { origin, send } = await createWorld(t)
  origin.on(other, { ...text('half', 'max-age=60'), fault: 'cut' })
  const { body } = await send(other)
  if (Buffer.isBuffer(body)) throw new Error('no stream')
  await until(() => body.destroyed)
  t.ok(body.errored)
})
