// RFC 9213: caching fields that are meant for this cache above all.
import t from 'tap'
import type { Fields } from '../../server/base/fields.ts'
import { freshnessOf } from '../../server/cache/semantics/freshness.ts'
import { isStorable } from '../../server/cache/semantics/storable.ts'
import { minute, second } from './helpers/clock.ts'
import { text } from './helpers/responses.ts'
import { isReused } from './helpers/reuse.ts'

/** Seconds; undefined where the response must not be stored. */
function lifetimeOf(fields: Fields): number | undefined {
  const { lifetime } = freshnessOf(fields, 0)
  return isStorable({ status: 200, fields }, 0) ? lifetime / 1000 : undefined
}

t.test('§2.2: CDN-Cache-Control alone decides; Cache-Control and Expires are ignored', async (t) => {
  const fields = { 'cache-control': 'no-store, max-age=1', expires: '0', 'cdn-cache-control': 'max-age=60' }
  t.equal(lifetimeOf(fields), 60)
  t.equal(lifetimeOf({ 'cache-control': 's-maxage=60', 'cdn-cache-control': 'no-store' }), undefined)
  t.equal(lifetimeOf({ 'cache-control': 'max-age=60', 'cdn-cache-control': 'private' }), undefined)
  t.equal(lifetimeOf({ expires: 'Mon, 15 Jun 2026 12:00:00 GMT', 'cdn-cache-control': 'public' }), undefined)
})

t.test('§3.1: a targeted "none" prevents storing what Cache-Control allows', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'max-age=60', 'cdn-cache-control': 'none' }), undefined)
})

t.test('§2.2: it comes before Surrogate-Control, and that before Cache-Control', async (t) => {
  const fields = { 'cache-control': 'max-age=1', 'surrogate-control': 'max-age=2' }
  t.equal(lifetimeOf(fields), 2)
  t.equal(lifetimeOf({ ...fields, 'cdn-cache-control': 'max-age=3' }), 3)
})

t.test('Surrogate-Control that says nothing of caching decides nothing', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'max-age=60', 'surrogate-control': 'content="ESI/1.0"' }), 60)
})

t.test('§2.2: its directives mean what they mean in Cache-Control', async (t) => {
  const cdn = 'max-age=60, s-maxage=30, stale-while-revalidate=10, stale-if-error=20'
  const { lifetime, staleWhileRevalidate, staleIfError } = freshnessOf({ 'cdn-cache-control': cdn }, 0)
  t.strictSame([lifetime, staleWhileRevalidate, staleIfError], [30_000, 10_000, 20_000])
  t.ok(freshnessOf({ 'cdn-cache-control': 'max-age=60, no-cache' }, 0).noCache)
  t.equal(freshnessOf({ 'cdn-cache-control': `${cdn}, must-revalidate` }, 0).staleIfError, 0)
})

t.test('§2.1: an empty field counts as not sent', async (t) => {
  for (const value of ['', ' '])
    t.equal(lifetimeOf({ 'cache-control': 'max-age=60', 'cdn-cache-control': value }), 60)
})

t.test('§2.1: so does one that is not a structured dictionary', async (t) => {
  const wrong = [
    'max-age=1,',
    'max-age=1 no-store',
    'max-age=1, &&&&&',
    'max-age = 1',
    'max-age= 1',
    'max-age=1; no-store,',
    'Max-Age=1',
    'no-store="a',
    'max-age=',
    'max-age=1,,no-store',
    'max-age=(1',
    'max-age=9999999999999999',
    'max-age=é',
  ]
  for (const value of wrong)
    t.equal(lifetimeOf({ 'cache-control': 'max-age=60', 'cdn-cache-control': value }), 60, value)
})

t.test('§2.1: a value of another type is not used, and the field counts nevertheless', async (t) => {
  for (const value of ['"1"', '1.5', '-1', 'a', '?1', '(1 2)', ':YQ==:'])
    t.equal(
      lifetimeOf({ 'cache-control': 'max-age=60', 'cdn-cache-control': `max-age=${value}` }),
      undefined,
      value,
    )
})

t.test('§2.1: parameters and unknown members are ignored', async (t) => {
  const cdn = 'x=(a "b, no-store" 1);y=1, max-age=60;a;b=?0;c="no-store",\tz=:YQ==:, w=*t/x'
  t.equal(lifetimeOf({ 'cdn-cache-control': cdn }), 60)
})

t.test('RFC 8941 §3.2: of a member given twice the last one counts', async (t) => {
  t.equal(lifetimeOf({ 'cdn-cache-control': 'max-age=1, max-age=60' }), 60)
  t.equal(lifetimeOf({ 'cdn-cache-control': ['max-age=1', 'max-age=60'] }), 60)
})

t.test('RFC 8941 §3.3.6: ?0 is false', async (t) => {
  t.equal(lifetimeOf({ 'cdn-cache-control': 'max-age=60, no-store=?0' }), 60)
  t.equal(lifetimeOf({ 'cdn-cache-control': 'max-age=60, no-store=?1' }), undefined)
})

t.test('§2.2: the engine follows it', async (t) => {
  const headers = { 'cdn-cache-control': 'max-age=60' }
  t.ok(await isReused(t, text('a', 'no-store', headers), 59 * second))
  t.notOk(await isReused(t, text('a', 'max-age=3600', headers), minute))
})
