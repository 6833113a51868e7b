// RFC 9111 §4.2.1: how long a response is fresh.
import t from 'tap'
import type { Fields } from '../../server/base/fields.ts'
import { freshnessOf } from '../../server/cache/semantics/freshness.ts'

const arrived = Date.UTC(2026, 5, 15, 12)
const date = 'Mon, 15 Jun 2026 12:00:00 GMT'
const inOneMinute = 'Mon, 15 Jun 2026 12:01:00 GMT'

/** Seconds; undefined where the response says nothing. */
function lifetimeOf(fields: Fields): number | undefined {
  const { explicit, lifetime } = freshnessOf({ date, ...fields }, arrived)
  return explicit ? lifetime / 1000 : undefined
}

t.test('§4.2.1: s-maxage comes before max-age, and max-age before Expires', async (t) => {
  const expires = inOneMinute
  t.equal(lifetimeOf({ 'cache-control': 'max-age=20, s-maxage=10', expires }), 10)
  t.equal(lifetimeOf({ 'cache-control': 's-maxage=10, max-age=20', expires }), 10)
  t.equal(lifetimeOf({ 'cache-control': 'max-age=20', expires }), 20)
  t.equal(lifetimeOf({ 'cache-control': 'public', expires }), 60)
})

t.test('§4.2.1: s-maxage=0 and max-age=0 are values like others', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'max-age=20, s-maxage=0' }), 0)
  t.equal(lifetimeOf({ 'cache-control': 'max-age=0', expires: inOneMinute }), 0)
})

t.test('§4.2.1: Expires counts from the Date of the response', async (t) => {
  t.equal(lifetimeOf({ expires: inOneMinute, date: 'Mon, 15 Jun 2026 11:00:00 GMT' }), 3660)
})

t.test('§4.2.1: and from its arrival where it has no Date', async (t) => {
  t.equal(freshnessOf({ expires: inOneMinute }, arrived).lifetime, 60_000)
})

t.test('§4.2.1: no lifetime is guessed', async (t) => {
  t.equal(lifetimeOf({ 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }), undefined)
})

t.test('§4.2.1: of two values of a directive the stricter counts, on one line or on two', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'max-age=20, max-age=10' }), 10)
  t.equal(lifetimeOf({ 'cache-control': 'max-age=10, max-age=20' }), 10)
  t.equal(lifetimeOf({ 'cache-control': ['max-age=20', 'max-age=10'] }), 10)
})

t.test('§4.2.1: two Expires make the response stale', async (t) => {
  t.equal(lifetimeOf({ expires: [inOneMinute, 'Mon, 15 Jun 2026 13:00:00 GMT'] }), 0)
})

t.test('§4.2.1: seconds that are no number make the response stale', async (t) => {
  for (const value of ['', 'abc', '-1', '1.5', '1e3', '0x10', '60s', ' ', '"abc"', "'60'"])
    t.equal(lifetimeOf({ 'cache-control': `max-age=${value}` }), 0, `max-age=${value}`)
  t.equal(lifetimeOf({ 'cache-control': 'max-age' }), 0)
})

t.test('§1.2.2: a number too large to be held is the largest that can be', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'max-age=2147483648' }), 2147483648)
  t.equal(lifetimeOf({ 'cache-control': `max-age=${'9'.repeat(400)}` }), 2147483648)
})

t.test('§5.2: names of directives have no case, and values may be quoted', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'MAX-AGE=20' }), 20)
  t.equal(lifetimeOf({ 'cache-control': 'max-age="20"' }), 20)
})

t.test('§5.2.3: unknown directives and what stands in their quotes are ignored', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'x="max-age=1, no-store", max-age=20, y=s-maxage=5' }), 20)
  t.equal(lifetimeOf({ 'cache-control': 'constructor, __proto__=1, max-age=20' }), 20)
  t.notOk(freshnessOf({ 'cache-control': 'x="\\", no-cache", max-age=20' }, arrived).noCache)
})

t.test('§5.2.3: nor is a name that only contains a known one', async (t) => {
  t.equal(lifetimeOf({ 'cache-control': 'x-max-age=20' }), undefined)
  t.equal(lifetimeOf({ 'cache-control': 'max-age2=20' }), undefined)
})
