// Many visitors at once, few requests to the upstream. What is private is never shared, and no request waits for another.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { type Answer, article, text } from './helpers/answers.ts'
import { hour, second } from './helpers/clock.ts'
import { createWorld, times } from './helpers/world.ts'

const world = await createWorld(t)
const { on, onCall, stored, storedCall, get, count, hits, metric, clock } = world
const outcome = (name: string, tier = 'upstream') =>
  metric(`site_cache_requests_total{outcome="${name}",kind="api",tier="${tier}"}`)

function visitor(index: number): Record<string, string> {
  return {
    'user-agent': `agent ${index}`,
    'x-request-id': String(index),
    cookie: `session=${index}`,
    'finger-print': `print ${index}`,
    'x-forwarded-for': `10.0.0.${index}`,
  }
}
const visits = (path: string, number: number) =>
  Promise.all(times(number, (index) => get(path, visitor(index))))

t.test('100 visitors who miss at once: one request', async (t) => {
  const before = [await outcome('miss'), await outcome('coalesced')] as const
  const path = onCall(article('a', { 'cache-control': 'max-age=60' }))
  const answers = await visits(path, 100)
  t.equal(new Set(answers.map(({ body }) => body)).size, 1)
  for (const { statusCode } of answers) t.equal(statusCode, 200)
  t.equal(count(path), 1)
  t.strictSame([await outcome('miss'), await outcome('coalesced')], [before[0] + 1, before[1] + 99])
})

t.test('30 visitors of a stale response: one refresh, and nobody waits for it', async (t) => {
  const path = await storedCall(article('old'), (3 * hour) / second)
  const gate = Promise.withResolvers<void>()
  on({ ...article('next'), after: gate.promise }, path)
  for (const { body } of await visits(path, 30)) t.match(body, 'old')
  gate.resolve()
  await until(async () => (await get(path)).body.includes('next'))
  t.equal(count(path), 2)
  t.ok((await outcome('stale', 'memory')) >= 30)
})

t.test('failed refreshes are one log line a minute', async (t) => {
  const other = await storedCall(article('other'), (3 * hour) / second)
  const path = await storedCall(article('old'), (3 * hour) / second)
  for (const url of [path, other]) on({ fault: 'reset' }, url)
  await visits(path, 30)
  const lines = () => world.lines.filter(({ msg }) => msg === 'refresh of a stored response failed')
  await until(() => lines().length > 0)
  await visits(path, 30)
  await visits(other, 30)
  t.equal(lines().length, 1)
  t.match(lines(), [{ level: 40, key: path }])
  clock.advance(60 * second)
  await visits(other, 1)
  await until(() => lines().length === 2)
})

t.test('negative cache: a 503 is repeated for two seconds without a request to the upstream', async (t) => {
  const path = onCall({ status: 503, headers: { 'retry-after': '60' }, body: 'down' })
  const errors = await outcome('error')
  for (const answer of await visits(path, 50)) t.match(answer, { statusCode: 503, body: 'down' })
  clock.advance(1.9 * second)
  t.match(await get(path), { statusCode: 503, body: 'down' })
  t.equal(count(path), 1)
  t.equal(await outcome('error'), errors + 51)
  clock.advance(second)
  on(article('back'), path)
  t.match(await get(path), { statusCode: 200, body: 'back' })
})

const number = 20
/** Each request its own body; `together` of them have to be at the upstream before one gets a response. */
function answerEach(path: string, together: number, answer: (body: string) => Answer) {
  const gate = Promise.withResolvers<void>()
  let arrived = 0
  on(() => {
    if (++arrived === together) gate.resolve()
    return { ...answer(`body ${arrived}`), after: gate.promise }
  }, path)
}

const kinds: [name: string, answer: (body: string) => Answer, isCall?: true][] = [
  ['private', (body) => text(body, 'private, max-age=60')],
  ['Set-Cookie', (body) => text(body, 'max-age=60', { 'set-cookie': body })],
  ['a business call with no-store', (body) => article(body, { 'cache-control': 'no-store' }), true],
]
for (const [name, answer, isCall] of kinds) {
  t.test(`${name}: 20 visitors get one body each, side by side where that is known before`, async (t) => {
    const path = isCall ? onCall({}) : on({})
    for (const together of [1, number]) {
      answerEach(path, together, answer)
      const before = count(path)
      t.equal(new Set((await visits(path, number)).map(({ body }) => body)).size, number)
      t.equal(count(path), before + number)
    }
  })
}

t.test(
  'a private response is fetched with the fields of its visitor, never for a business call',
  async (t) => {
    const print = (index: number) => ({ 'finger-print': `print ${index}` })
    const path = on(({ headers }) => text(String(headers['finger-print']), 'no-store'))
    const asked = await Promise.all([1, 2, 3].map((index) => get(path, print(index))))
    // Before that was known, the request was anonymous.
    t.strictSame(
      asked.map(({ body }) => body),
      ['', 'print 2', 'print 3'],
    )
    t.equal((await get(path, print(4))).body, 'print 4')
    const call = onCall(article('a', { 'cache-control': 'no-store' }))
    for (const index of [1, 2, 3]) await get(call, print(index))
    for (const { headers } of hits(call)) t.equal(headers['finger-print'], '')
  },
)

t.test('hit-for-pass lasts ten seconds, then responses may be shared again', async (t) => {
  const path = await stored(text('a', 'no-store'))
  on(text('b', 'max-age=60'), path)
  clock.advance(9 * second)
  for (const _visit of [1, 2]) await get(path)
  t.equal(count(path), 3)
  clock.advance(2 * second)
  for (const _visit of [1, 2]) await get(path)
  t.equal(count(path), 4)
})
