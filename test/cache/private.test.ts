// Private responses and hit-for-pass: never shared, and no request waits for another.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { minute, second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld, type World } from './helpers/world.ts'

const visitors = 20

/** Each request its own body; `together` of them have to be at the origin at once before one gets a response. */
function answerEach(
  { origin }: World,
  path: string,
  together: number,
  answer: (body: string) => ScriptedResponse,
) {
  const gate = Promise.withResolvers<void>()
  let count = 0
  origin.on(path, () => {
    count++
    if (count === together) gate.resolve()
    return { ...answer(`body ${count}`), after: gate.promise }
  })
}

function ask(world: World, path: string) {
  return Promise.all(Array.from({ length: visitors }, () => world.get(path)))
}

const kinds: [name: string, path: string, answer: (body: string) => ScriptedResponse][] = [
  ['no-store', other, (body) => text(body, 'no-store')],
  ['private', other, (body) => text(body, 'private, max-age=60')],
  ['Set-Cookie', other, (body) => text(body, 'max-age=60', { 'set-cookie': body })],
  ['Vary: *', other, (body) => text(body, 'max-age=60', { vary: '*' })],
  ['a business call with no-store', article, (body) => success(body, { 'cache-control': 'no-store' })],
]

for (const [name, path, answer] of kinds) {
  t.test(`${name}: 20 visitors of a path that was never seen get one body each`, async (t) => {
    const world = await createWorld(t)
    answerEach(world, path, 1, answer)
    const bodies = (await ask(world, path)).map(({ body }) => body)
    t.equal(new Set(bodies).size, visitors)
    t.equal(world.origin.hits(path).length, visitors)
    t.equal(world.memory.usage().count, 0)
  })

  t.test(`${name}: 20 visitors of a path that is known for it run side by side`, async (t) => {
    const world = await createWorld(t)
    answerEach(world, path, 1, answer)
    await world.get(path)
    // The origin responds none of them before it has all.
    answerEach(world, path, visitors, answer)
    t.equal(new Set((await ask(world, path)).map(({ body }) => body)).size, visitors)
  })
}

t.test('a private response is fetched with the headers of its visitor', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, ({ headers }) => text(String(headers['finger-print']), 'no-store'))
  const print = (index: number) => ({ 'finger-print': `print ${index}` })
  const answers = await Promise.all([get(other, print(1)), get(other, print(2)), get(other, print(3))])
  const bodies = answers.map(({ body }) => body)
  t.strictSame(bodies, ['', 'print 2', 'print 3'], 'before that was known, the request was anonymous')
  t.equal((await get(other, print(4))).body, 'print 4')
})

t.test('but never for a business call', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, ({ headers }) => success(headers['finger-print'], { 'cache-control': 'no-store' }))
  for (let count = 0; count < 3; count++)
    t.match((await get(article, { 'finger-print': 'mine' })).body, '"data":""')
})

t.test('a private response to a refresh is discarded, and its connection is released', async (t) => {
  const { origin, get } = await createStored(t, text('old', 'max-age=60, stale-while-revalidate=60'), minute)
  origin.on(other, { ...text('for whom?', 'no-store'), fault: 'drip' })
  t.equal((await get(other)).body, 'old')
  await until(() => origin.hits(other).length === 2 && origin.open() === 0)
})

t.test('hit-for-pass lasts ten seconds, then responses may be shared again', async (t) => {
  const { origin, get, clock } = await createStored(t, text('a', 'no-store'))
  origin.on(other, text('b', 'max-age=60'))
  clock.advance(9 * second)
  await get(other)
  await get(other)
  t.equal(origin.hits(other).length, 3)
  clock.advance(2 * second)
  await get(other)
  await get(other)
  t.equal(origin.hits(other).length, 4)
})

t.test('a business call is checked for what it claims to be, shared or not', async (t) => {
  const { origin, get } = await createStored(t, success('a', { 'cache-control': 'no-store' }), 0, article)
  origin.on(article, {
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
    body: '<h1>Error</h1>',
  })
  await t.rejects(get(article), { name: 'OriginError', kind: 'network' })
})

t.test('Set-Cookie of a private response is sent to its visitor only', async (t) => {
  const { origin, get } = await createWorld(t)
  let count = 0
  origin.on(other, () => text('a', 'max-age=60', { 'set-cookie': `visitor=${++count}` }))
  const cookies = (await Promise.all([get(other), get(other)])).map(({ headers }) => headers['set-cookie'])
  t.strictSame(cookies.sort(), ['visitor=1', 'visitor=2'])
})
