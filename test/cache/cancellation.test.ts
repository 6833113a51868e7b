// Cancellation: clients that close the connection before their response is complete.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { article, inPieces, other, success } from './helpers/responses.ts'
import { createWorld } from './helpers/world.ts'

t.test('cancellation of the leader of a flight: the others get the response, which is stored', async (t) => {
  const { origin, get, ask } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(article, { ...success('a'), after: gate.promise })
  const leaving = new AbortController()
  const first = ask(article, { signal: leaving.signal })
  const second = get(article)
  await until(() => origin.hits(article).length === 1)
  leaving.abort()
  gate.resolve()
  t.match(await second, { status: 200 })
  await first
  await get(article)
  t.equal(origin.hits(article).length, 1)
})

t.test('cancellation of all requests of a flight: the response is stored', async (t) => {
  const { origin, ask, memory } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(article, { ...success('a'), after: gate.promise })
  const leaving = new AbortController()
  const asked = ask(article, { signal: leaving.signal })
  await until(() => origin.hits(article).length === 1)
  leaving.abort()
  gate.resolve()
  await until(() => memory.usage().count === 1)
  await asked
})

t.test('cancellation of one reader does not end the stream of the others', async (t) => {
  const { origin, send, get, memory } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, inPieces(gate.promise))
  const [first, second] = [await send(other), await send(other)]
  if (Buffer.isBuffer(first.body) || Buffer.isBuffer(second.body)) throw new Error('no streams')
  first.body.destroy()
  gate.resolve()
  const chunks = await second.body.toArray()
  t.equal(Buffer.concat(chunks).toString(), 'first second')
  await until(() => memory.usage().count === 1)
  t.equal((await get(other)).body, 'first second')
  t.equal(origin.hits(other).length, 1)
})

t.test('cancellation of all readers of a stream: the complete response is stored', async (t) => {
  const { origin, send, get, memory } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, inPieces(gate.promise))
  const { body } = await send(other)
  if (Buffer.isBuffer(body)) throw new Error('no stream')
  body.destroy()
  gate.resolve()
  await until(() => memory.usage().count === 1)
  t.equal((await get(other)).body, 'first second')
})
