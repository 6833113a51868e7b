// Many visitors at once, few requests to the origin.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { hour, second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

const envelope = '{"success":true,"data":{"id":3},"msg":""}'

function times<T>(count: number, ask: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => ask(index))
}

function visitor(index: number): Record<string, string> {
  return {
    'user-agent': `agent ${index}`,
    'x-request-id': String(index),
    cookie: `session=${index}`,
    'finger-print': `print ${index}`,
    'x-forwarded-for': `10.0.0.${index}`,
  }
}

for (const path of [article, other]) {
  t.test(`100 visitors who miss ${path} at once: one request`, async (t) => {
    const { origin, get, outcomes } = await createWorld(t)
    const gate = Promise.withResolvers<void>()
    origin.on(path, { ...success({ id: 3 }, { 'cache-control': 'max-age=60' }), after: gate.promise })
    const asked = times(100, (index) => get(path, visitor(index)))
    gate.resolve()
    for (const { status, body } of await Promise.all(asked))
      t.strictSame({ status, body }, { status: 200, body: envelope })
    t.equal(origin.hits(path).length, 1)
    t.equal(outcomes.filter((outcome) => outcome === 'miss').length, 1)
    t.equal(outcomes.filter((outcome) => outcome === 'coalesced').length, 99)
  })
}

t.test('30 concurrent requests for a stale entry: one refresh, and no request waits for it', async (t) => {
  const { origin, get, outcomes } = await createStored(t, success('old'), 3 * hour, article)
  const gate = Promise.withResolvers<void>()
  origin.on(article, { ...success('new'), after: gate.promise })
  const answers = await Promise.all(times(30, (index) => get(article, visitor(index))))
  t.ok(answers.every(({ body }) => body.includes('old')))
  gate.resolve()
  await until(async () => (await get(article)).body.includes('new'))
  t.equal(origin.hits(article).length, 2)
  t.ok(outcomes.filter((outcome) => outcome === 'stale').length >= 30)
})

t.test('a failed refresh is reported once', async (t) => {
  const { origin, get, refreshErrors, answered } = await createStored(t, success('old'), 3 * hour, article)
  origin.on(article, { fault: 'reset' })
  await Promise.all(times(30, () => get(article)))
  await answered()
  t.match(refreshErrors, [{ key: `GET ${article} zh`, error: { name: 'OriginError', kind: 'network' } }])
  t.equal(refreshErrors.length, 1)
})

t.test('negative cache: 50 concurrent requests for a 503 send one request and its retry', async (t) => {
  const { origin, get, clock, outcomes } = await createWorld(t)
  origin.on(article, { status: 503, body: 'down' })
  const answers = await Promise.all(times(50, (index) => get(article, visitor(index))))
  for (const answer of answers) t.match(answer, { status: 503, body: 'down' })
  t.equal(origin.hits(article).length, 2)
  clock.advance(1.9 * second)
  t.match(await get(article), { status: 503, body: 'down' })
  t.equal(origin.hits(article).length, 2)
  t.ok(outcomes.every((outcome) => outcome === 'error'))
  clock.advance(second)
  origin.on(article, success({ id: 3 }))
  t.match(await get(article), { status: 200, body: envelope })
})

t.test('50 visitors of an origin that is truncated: one error for all', async (t) => {
  const { origin, get, sent } = await createWorld(t)
  origin.on(article, { fault: 'reset' })
  const answers = await Promise.allSettled(times(50, () => get(article)))
  t.ok(answers.every(({ status }) => status === 'rejected'))
  t.equal(sent.length, 1)
})

t.test('a failure of one address is none of another', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, { status: 500, headers: { 'retry-after': '60' } })
  origin.on(other, text('a', 'max-age=60'))
  await get(article)
  t.equal((await get(other)).body, 'a')
})

t.test('a response too large to store is shared by the waiting requests, and not stored', async (t) => {
  const { origin, get, memory } = await createWorld(t, { entryLimit: 1000 })
  origin.on(article, success('x'.repeat(1000)))
  const both = await Promise.all([get(article), get(article)])
  t.equal(both[0].body, both[1].body)
  t.equal(origin.hits(article).length, 1)
  t.equal(memory.usage().count, 0)
  t.equal(both[0].headers['cache-status'], 'site; fwd=uri-miss; fwd-status=200')
})
