// RFC 5861: stale-while-revalidate and stale-if-error.
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { until } from '../helpers/until.ts'
import { type Answer, text } from './helpers/answers.ts'
import { second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const timeoutMs = 1000
/** One whose upstream is silent, and one that has time on a busy machine. */
const [patient, hasty] = [await createWorld(t), await createWorld(t, { timeoutMs })]
const { on, stored, get, clock, count } = patient
const revalidate = 'max-age=60, stale-while-revalidate=30'
const onError = 'max-age=60, stale-if-error=30'
const gone: Answer = { fault: 'reset' }

/** `seconds` after the response came; `body` is what a visitor gets while the upstream has something new. */
const windows: [cacheControl: string, seconds: number, body: 'old' | 'new'][] = [
  [revalidate, 89, 'old'],
  [revalidate, 90, 'new'],
  ['s-maxage=60, stale-while-revalidate=30', 89, 'old'],
  ['s-maxage=60, stale-while-revalidate=30', 90, 'new'],
  ['max-age=0, stale-while-revalidate=30', 29, 'old'],
  [`${revalidate}, must-revalidate`, 61, 'new'],
  [`${revalidate}, proxy-revalidate`, 61, 'new'],
  [`${revalidate}, no-cache`, 61, 'new'],
  ['max-age=60, stale-while-revalidate=x', 60, 'new'],
  ['max-age=60, stale-while-revalidate', 60, 'new'],
]
for (const [cacheControl, seconds, body] of windows) {
  t.test(`§3: ${cacheControl}, ${seconds} s later: the ${body} one`, async (t) => {
    const path = await stored(text('old', cacheControl), seconds)
    on(text('new', 'max-age=60'), path)
    t.equal((await get(path)).body, body)
    await until(async () => (await get(path)).body === 'new')
    t.equal(count(path), 2, 'refreshed once')
  })
}

t.test('§3: the stale response has Age, and a negative ttl in Cache-Status', async (t) => {
  const path = await stored(text('old', 'max-age=60, stale-while-revalidate=60'), 90)
  t.match((await get(path)).headers, { age: '90', 'cache-status': 'site; hit; ttl=-30' })
})

t.test(
  '§3: after a failed refresh the stale response stays in use, with no request for a while',
  async (t) => {
    for (const failure of [{ status: 503, headers: { 'retry-after': '60' } }, { status: 403 }] as const) {
      const path = await stored(text('old', 'max-age=60, stale-while-revalidate=600'), 60)
      on(failure, path)
      t.equal((await get(path)).body, 'old')
      await until(() => count(path) === 2)
      for (let visit = 0; visit < 100; visit++) {
        t.equal((await get(path)).body, 'old')
        await turn()
      }
      t.equal(count(path), 2)
      await until(async () => {
        clock.advance(11 * second)
        return (await get(path)).body === 'old' && count(path) > 2
      })
    }
  },
)

t.test('§3: a private response to a refresh makes no request wait, and ends the stored one', async (t) => {
  const path = await stored(text('old', 'max-age=60, stale-while-revalidate=600'), 60)
  const gate = Promise.withResolvers<void>()
  on({ ...text('new', 'no-store'), after: gate.promise }, path)
  t.equal((await get(path)).body, 'old')
  gate.resolve()
  await until(async () => (await get(path)).body === 'new')
  t.equal((await get(path)).body, 'new')
})

t.test('§3: the response to a refresh that is for nobody is not read', async (t) => {
  const path = await stored(text('old', 'max-age=60, stale-while-revalidate=60'), 60)
  const closed = Promise.withResolvers<void>()
  patient.origin.answer(path, (_request, response) => {
    response.once('close', () => closed.resolve())
    response.writeHead(200, { 'cache-control': 'no-store' }).write('for whom?')
  })
  t.equal((await get(path)).body, 'old')
  await closed.promise
})

const down = { headers: { 'retry-after': '60' }, body: 'error' }
type Row = [name: string, cacheControl: string, seconds: number, failure: Answer, sent: 'old' | number]
/** `sent`: the body 'old', or the status of the response. */
const errors: Row[] = [
  ['within the window', onError, 89, gone, 'old'],
  ['at its end', onError, 90, gone, 502],
  ...[500, 502, 503, 504].flatMap((status): Row[] => [
    [`a ${status}`, onError, 89, { ...down, status }, 'old'],
    [`a ${status} at the end`, onError, 90, { ...down, status }, status],
  ]),
  ...[400, 403, 410].map((status): Row => [`a ${status}`, onError, 61, { ...down, status }, status]),
  ['a timeout', onError, 89, { fault: 'hang' }, 'old'],
  ['an invalid response', onError, 89, { headers: { 'content-encoding': 'br' } }, 'old'],
  ['with s-maxage', 's-maxage=60, stale-if-error=30', 89, gone, 'old'],
  ['must-revalidate', `${onError}, must-revalidate`, 61, gone, 502],
  ['proxy-revalidate', `${onError}, proxy-revalidate`, 61, gone, 502],
  ['no-cache', `${onError}, no-cache`, 61, gone, 502],
  ['a window that is no number', 'max-age=60, stale-if-error=-5', 60, gone, 502],
  ['the longer of both windows', `${revalidate}, stale-if-error=90`, 149, gone, 'old'],
  ['its end', `${revalidate}, stale-if-error=90`, 150, gone, 502],
]
for (const [name, cacheControl, seconds, failure, expected] of errors) {
  const isOld = expected === 'old'
  t.test(`§4: ${name}: ${isOld ? 'the stale response' : `status ${expected}`}`, async (t) => {
    const { stored, on, get } = failure.fault === 'reset' || !failure.fault ? patient : hasty
    const path = await stored(text('old', cacheControl, { etag: '"a"' }), seconds)
    on(failure, path)
    const { statusCode, body, headers } = await get(path)
    t.equal(statusCode, isOld ? 200 : expected)
    t.equal(body === 'old', isOld)
    if (isOld)
      t.match(headers, {
        age: String(seconds),
        'cache-status': `site; hit; ttl=${60 - seconds}; detail=stale-if-error`,
      })
  })
}
