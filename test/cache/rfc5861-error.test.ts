// RFC 5861 §4: stale-if-error.
import t, { type Test } from 'tap'
import { second } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createWorld } from './helpers/world.ts'

/** Silence lasts so long, where a test is about it. */
const timeoutMs = 1000
const silences: ScriptedResponse['fault'][] = ['hang', 'drip']
const gone: ScriptedResponse = { fault: 'reset' }

/** Stored, and then `waitMs` later: what a visitor gets of an origin that fails. */
async function later(t: Test, cacheControl: string, waitMs: number, failure: ScriptedResponse = gone) {
  const { origin, get, clock } = await createWorld(t, silences.includes(failure.fault) ? { timeoutMs } : {})
  origin.on(other, text('old', cacheControl, { etag: '"a"' }))
  await get(other)
  clock.advance(waitMs)
  origin.on(other, failure)
  return get(other).catch(() => ({ status: 'error', body: '', headers: {} }))
}

t.test('§4: within the stale-if-error window an error is replaced by the stale response', async (t) => {
  t.match(await later(t, 'max-age=60, stale-if-error=30', 89 * second), { status: 200, body: 'old' })
})

t.test('§4: at its end with the error', async (t) => {
  t.equal((await later(t, 'max-age=60, stale-if-error=30', 90 * second)).status, 'error')
})

t.test('§4: 500, 502, 503 and 504 are errors', async (t) => {
  for (const status of [500, 502, 503, 504]) {
    const failure = { status, headers: { 'retry-after': '60' }, body: 'error' }
    t.equal(
      (await later(t, 'max-age=60, stale-if-error=30', 89 * second, failure)).body,
      'old',
      String(status),
    )
    t.equal((await later(t, 'max-age=60, stale-if-error=30', 90 * second, failure)).status, status)
  }
})

t.test('§4: a 4xx is none', async (t) => {
  for (const status of [400, 403, 404, 410]) {
    const failure = { status, body: 'refused' }
    t.equal((await later(t, 'max-age=60, stale-if-error=30', 61 * second, failure)).status, status)
  }
})

t.test('§4: a timeout, a truncated response and an invalid one count as errors', async (t) => {
  const failures: ScriptedResponse[] = [
    { fault: 'hang' },
    { status: 503, fault: 'drip' },
    { headers: { 'content-encoding': 'compress' } },
  ]
  for (const failure of failures)
    t.equal((await later(t, 'max-age=60, stale-if-error=30', 89 * second, failure)).body, 'old')
})

t.test('§4: the window counts with s-maxage as well, which beats what that implies', async (t) => {
  t.equal((await later(t, 's-maxage=60, stale-if-error=30', 89 * second)).body, 'old')
})

for (const directive of ['must-revalidate', 'proxy-revalidate', 'no-cache']) {
  t.test(`§4: ${directive} beats the window`, async (t) => {
    t.equal((await later(t, `max-age=60, stale-if-error=30, ${directive}`, 61 * second)).status, 'error')
  })
}

t.test('§4: a window that is not a number is none', async (t) => {
  t.equal((await later(t, 'max-age=60, stale-if-error=-5', 60 * second)).status, 'error')
})

t.test('§4: the longer of both windows lasts', async (t) => {
  const both = 'max-age=60, stale-while-revalidate=30, stale-if-error=90'
  t.equal((await later(t, both, 149 * second)).body, 'old')
  t.equal((await later(t, both, 150 * second)).status, 'error')
})

t.test('§4: Cache-Status has detail=stale-if-error', async (t) => {
  const { headers } = await later(t, 'max-age=60, stale-if-error=30', 70 * second)
  t.match(headers, { age: '70', 'cache-status': 'site; hit; ttl=-10; detail=stale-if-error' })
})
