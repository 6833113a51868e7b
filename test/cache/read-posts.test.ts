// POST calls that only read: shared by what their body says.
import t from 'tap'
import { labels, success } from './helpers/responses.ts'
import { createWorld, type World } from './helpers/world.ts'

const banners = '/api/home/block/banner'
const reads = [
  '/api/home/config/base',
  '/api/home/route/tree',
  labels,
  banners,
  '/api/home/article/recommends/news',
]

/** The request bodies that the origin received. */
function bodiesAt({ origin }: World, path = labels): string[] {
  return origin.hits(path).map(({ body }) => body)
}

for (const path of reads) {
  t.test(`${path} is read once for all`, async (t) => {
    const { origin, post } = await createWorld(t)
    origin.on(path, success({ a: 1 }))
    t.strictSame((await post(path, { lang: 'en' })).body, (await post(path, { lang: 'en' })).body)
    t.equal(origin.hits(path).length, 1)
  })
}

t.test('each body arrives as it was sent, and has a response of its own', async (t) => {
  const world = await createWorld(t)
  world.origin.on(labels, ({ body }) => success(body))
  const bodies = [
    '{"lang":"en","keys":["a","b"]}',
    '{"keys":["a","b"],"lang":"en"}',
    ' {\n"keys" : [ "a", "b" ],"l\\u0061ng":"en"}',
    '{"lang":"en","lang":"zh"}',
    '{"id":9007199254740993}',
    '{"id":9007199254740992}',
    '{"id":1.0}',
    '{"text":"水"}',
    '{}',
    '',
    'null',
  ]
  for (const body of [...bodies, ...bodies]) {
    const { body: answer } = await world.ask(labels, { method: 'POST', body })
    t.equal(JSON.parse(answer).data, body)
  }
  t.strictSame(bodiesAt(world), bodies)
})

t.test('different bodies are different, and so is the order of a list', async (t) => {
  const world = await createWorld(t)
  world.origin.on(labels, ({ body }) => success(JSON.parse(body)))
  const bodies = [
    { lang: 'en' },
    { lang: 'zh' },
    { lang: 'en', keys: ['a', 'b'] },
    { lang: 'en', keys: ['b', 'a'] },
    { lang: null },
    { lang: '1' },
    { lang: 1 },
    ['lang'],
    'lang',
    null,
  ]
  for (const body of [...bodies, ...bodies]) {
    const { body: answer } = await world.post(labels, body)
    t.strictSame(JSON.parse(answer).data, body)
  }
  t.equal(bodiesAt(world).length, bodies.length)
})

t.test('no body and an empty one are the same', async (t) => {
  const world = await createWorld(t)
  world.origin.on(labels, success({}))
  await world.ask(labels, { method: 'POST' })
  await world.ask(labels, { method: 'POST', body: '' })
  t.strictSame(bodiesAt(world), [''])
})

const passed: [name: string, body: string][] = [
  ['no JSON', 'lang=en'],
  ['half of one', '{"lang":'],
  ['a fat body', JSON.stringify({ keys: 'x'.repeat(70_000) })],
]
for (const [name, body] of passed) {
  t.test(`${name} passes as it is and is not stored`, async (t) => {
    const world = await createWorld(t)
    world.origin.on(labels, success({}))
    await world.ask(labels, { method: 'POST', body })
    await world.ask(labels, { method: 'POST', body })
    t.strictSame(bodiesAt(world), [body, body])
    t.equal(world.memory.usage().count, 0)
  })
}

t.test('a form is never stored, and two visitors send two', async (t) => {
  const { origin, post } = await createWorld(t)
  origin.on('/api/home/form/contact', success({ id: '1' }, { 'cache-control': 'max-age=60' }))
  await Promise.all([
    post('/api/home/form/contact', { name: 'a' }),
    post('/api/home/form/contact', { name: 'a' }),
  ])
  t.equal(origin.hits('/api/home/form/contact').length, 2)
})

t.test('a read POST and a GET of the same address are two things', async (t) => {
  const { origin, get, post } = await createWorld(t)
  origin.on(labels, ({ method }) => success(method, { 'cache-control': 'max-age=60' }))
  t.match((await post(labels, {})).body, 'POST')
  t.match((await get(labels)).body, 'GET')
  t.match((await post(labels, {})).body, 'POST')
})
