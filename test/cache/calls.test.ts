// Business calls: how long their responses are used, by status and envelope, and which responses are failures of the upstream.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { type Answer, article, json } from './helpers/answers.ts'
import { day, hour, second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const timeoutMs = 1000
/** One that has time on a busy machine, and one whose upstream is silent. */
const [patient, hasty] = [await createWorld(t), await createWorld(t, { timeoutMs })]
const policy = await createWorld(t, { config: { upstreamCache: 'policy' } })
const { on, onCall, storedCall, get, clock, count } = patient

const refused = { success: false, data: null, msg: 'not now' }
const success = (data: unknown, headers = {}) => json({ success: true, data, msg: '' }, headers)
const with_ = (cacheControl: string) => ({ 'cache-control': cacheControl })

/** Whether the response is used without a request to the upstream when it is so old. */
async function isUsed(
  answer: Answer,
  seconds: number,
  { storedCall, get, count } = patient,
): Promise<boolean> {
  const path = await storedCall(answer, seconds)
  await get(path)
  return count(path) === 1
}

const refusedStorage = with_('no-store')
/** `seconds`: the last age at which it is used; -1: it is not stored. */
type Row = [name: string, answer: Answer, seconds: number, world?: typeof patient]
const lives: Row[] = [
  ['a success', article('a'), 7199],
  ['a success with max-age', article('a', with_('max-age=10')), 9],
  ...['no-store', 'private', 'no-cache', ''].map(
    (value): Row => [`with Cache-Control: ${value}`, article('a', with_(value)), -1],
  ),
  ['with Pragma', article('a', { pragma: 'no-cache' }), -1],
  ['success: false', json(refused), 2],
  ['success: false with max-age', json(refused, with_('max-age=3600')), 2],
  ['success: false with a targeted field', json(refused, { 'cdn-cache-control': 'max-age=3600' }), 2],
  ['success: false that is shorter', json(refused, with_('max-age=1')), 0],
  ['success: false with no-store', json(refused, with_('no-store')), -1],
  ['a 404', { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' }, 9],
  ['a 404 with a lifetime', { status: 404, headers: with_('max-age=60') }, 59],
  ['code 404', json({ success: false, code: 404, data: null, msg: 'none' }), 9],
  ['no data', success(null, with_('max-age=3600')), 9],
  ['with UPSTREAM_CACHE=policy, a 404', { status: 404, headers: refusedStorage }, 9, policy],
  ['code 404', json({ success: false, code: 404, data: null }, refusedStorage), 9, policy],
  ['success: false', json(refused, refusedStorage), -1, policy],
]
t.test('a stored response is used for this long', async (t) => {
  for (const [name, answer, seconds, world] of lives) {
    if (seconds >= 0) t.ok(await isUsed(answer, seconds, world), name)
    // Then a success is stale, and refreshed in the background.
    if (seconds < 7199) t.notOk(await isUsed(answer, seconds + 1, world), name)
  }
})

t.test(
  'lifetimes for caches in front: two hours, and none of an error, however long it is stored here',
  async (t) => {
    const expected = 'public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, stale-if-error=604800'
    t.equal((await get(onCall(article('a')))).headers['cache-control'], expected)
    const search = await get('/api/home/search?lang=zh&keywords=a')
    t.match(search.headers['cache-control'], 's-maxage=600, stale-while-revalidate=3600, ')
    const headers = { ...with_('public, max-age=3600'), 'cdn-cache-control': 'max-age=60', expires: '0' }
    const errors: Answer[] = [
      { status: 404, headers },
      json({ ...refused, code: 404 }, headers),
      success(null, headers),
      json(refused, headers),
    ]
    const paths = [...errors.map((answer) => onCall(answer)), on({ ...errors[0], status: 410 })]
    for (const path of [...paths, ...paths]) {
      const { headers } = await get(path)
      const fields = { 'cache-control': 'no-store', expires: undefined, 'cdn-cache-control': undefined }
      t.match(headers, fields, JSON.stringify(headers))
    }
    t.strictSame(paths.map(count), [1, 1, 1, 1, 1])
  },
)

t.test('`success: false` does not replace a stored response, and is sent where there is none', async (t) => {
  const path = await storedCall(article('old'))
  on(json(refused), path)
  for (const later of [3 * hour, 30 * hour]) {
    clock.advance(later)
    t.match((await get(path)).body, 'old', `after ${later / hour} hours`)
  }
  on(article('next'), path)
  clock.advance(3 * second)
  await until(async () => (await get(path)).body.includes('next'))
  t.equal((await get(onCall(json(refused)))).body, JSON.stringify(refused))
})

t.test('other errors of the visitor’s making, and redirections, are passed on and not stored', async (t) => {
  for (const status of [302, 400, 403, 408, 429]) {
    const headers = { location: '/api/home/elsewhere', 'retry-after': '60' }
    const path = onCall({ status, headers, body: 'no' })
    for (const _visit of [1, 2]) t.match(await get(path), { statusCode: status, body: 'no' })
    t.equal(count(path), 2, String(status))
  }
})

const good = article('good')
const wrong: [name: string, answer: Answer, status?: 504][] = [
  ['HTML with status 200', { headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' }],
  ['HTML that calls itself JSON', { ...good, body: '<h1>Maintenance</h1>' }],
  ['JSON that calls itself HTML', { ...good, headers: { 'content-type': 'text/html' } }],
  ['JSON that is no envelope', { ...good, body: '[]' }],
  ['a 204', { status: 204 }],
  ['half of it', { ...good, body: good.body!.slice(0, -5) }],
  ['fewer bytes than announced', { ...good, fault: 'short' }],
  ['more bytes than announced', { ...good, fault: 'long' }],
  ['a body that is cut off', { ...good, fault: 'cut' }],
  ['a response that never comes', { fault: 'hang' }, 504],
  ['a connection that ends', { fault: 'reset' }],
  ['a body larger than the limit', article('x'.repeat(8_388_608))],
  ['a part of it', { ...good, status: 206 }],
]
t.test(
  'a response that cannot be used: an error and nothing stored; what is stored stays in use',
  async (t) => {
    for (const [name, answer, status = 502] of wrong) {
      const { onCall, on, get, clock } = status === 504 ? hasty : patient
      const path = onCall(answer)
      const { statusCode, body } = await get(path)
      t.equal(statusCode, status, name)
      t.equal(body, '{"success":false,"data":null,"msg":"服务端错误","message":"服务端错误"}', name)
      clock.advance(11 * second)
      on(good, path)
      t.equal((await get(path)).body, good.body, name)
      clock.advance(3 * day)
      on(answer, path)
      for (const _visit of [1, 2]) t.match(await get(path), { statusCode: 200, body: good.body! }, name)
    }
  },
)

t.test('types like application/problem+json are JSON, and so may be a body without a type', async (t) => {
  for (const type of ['', 'Application/JSON; charset=utf-8', 'application/vnd.api+json']) {
    const path = onCall({ ...good, headers: type ? { 'content-type': type } : {} })
    t.equal((await get(path)).statusCode, 200, type)
  }
})

t.test('an error that several visitors get has no cookie and no field of a connection', async (t) => {
  const hop = { connection: 'content-language', 'content-language': 'en' }
  const headers = { 'retry-after': '60', 'set-cookie': 'session=1', ...hop }
  const path = onCall({ status: 503, headers, body: 'down' })
  for (const answer of await Promise.all([get(path), get(path), get(path)])) {
    t.match(answer, { statusCode: 503, body: 'down', headers: { 'retry-after': '60' } })
    t.notOk(answer.headers['set-cookie'] ?? answer.headers['content-language'])
  }
})
