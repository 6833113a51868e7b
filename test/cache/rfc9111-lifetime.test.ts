// RFC 9111 §4.2.1: how long a response is fresh; §5.2 and §5.3: the fields that say so.
import t from 'tap'
import { freshnessOf } from '../../server/cache/semantics/freshness.ts'

type Fields = Parameters<typeof freshnessOf>[0]
const arrived = Date.UTC(2026, 5, 15, 12)
const date = 'Mon, 15 Jun 2026 12:00:00 GMT'
const inOneMinute = 'Mon, 15 Jun 2026 12:01:00 GMT'

/** Seconds; undefined where the response says nothing. */
function lifetimeOf(fields: Fields): number | undefined {
  const { explicit, lifetime } = freshnessOf({ date, ...fields }, arrived)
  return explicit ? lifetime / 1000 : undefined
}

const rows: [name: string, fields: Fields | string, seconds: number | undefined][] = [
  ['§4.2.1: s-maxage comes before max-age', 'max-age=20, s-maxage=10', 10],
  ['§4.2.1: in any order', 's-maxage=10, max-age=20', 10],
  ['§4.2.1: max-age comes before Expires', { 'cache-control': 'max-age=20', expires: inOneMinute }, 20],
  ['§4.2.1: also before an invalid one', { 'cache-control': 's-maxage=5', expires: '0' }, 5],
  ['§4.2.1: Expires counts without either', { 'cache-control': 'public', expires: inOneMinute }, 60],
  ['§4.2.1: s-maxage=0 is a value', 'max-age=20, s-maxage=0', 0],
  ['§4.2.1: max-age=0 is a value', { 'cache-control': 'max-age=0', expires: inOneMinute }, 0],
  ['§4.2.1: Expires counts from Date', { expires: inOneMinute, date: 'Mon, 15 Jun 2026 11:00:00 GMT' }, 3660],
  ['§4.2.1: and from arrival without a valid Date', { expires: inOneMinute, date: 'yesterday' }, 60],
  ['§4.2.1: no lifetime is guessed', { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }, undefined],
  ['§4.2.1: of two values the stricter counts', 'max-age=20, max-age=10', 10],
  ['§4.2.1: in any order', 'max-age=10, max-age=20', 10],
  ['§4.2.1: on two lines', { 'cache-control': ['max-age=20', 'max-age=10'] }, 10],
  ['§4.2.1: two Expires are stale', { expires: [inOneMinute, 'Mon, 15 Jun 2026 13:00:00 GMT'] }, 0],
  ['§1.2.2: the largest number', 'max-age=2147483648', 2147483648],
  ['§1.2.2: one that is too large', `max-age=${'9'.repeat(400)}`, 2147483648],
  ['§5.2: names have no case', 'MAX-AGE=20', 20],
  ['§5.2: values may be quoted', 'max-age="20"', 20],
  ['§5.2.3: what is quoted in an unknown directive', 'x="max-age=1, no-store", max-age=20, y=s-maxage=5', 20],
  ['§5.2.3: names of JavaScript', 'constructor, __proto__=1, max-age=20', 20],
  ['§5.2.3: a name that ends with a known one', 'x-max-age=20', undefined],
  ['§5.2.3: a name that begins with a known one', 'max-age2=20', undefined],
  ['§5.3: a time before Date', { expires: 'Mon, 15 Jun 2026 11:00:00 GMT' }, 0],
]

t.test('RFC 9111 §4.2.1: the lifetime', async (t) => {
  for (const [name, given, seconds] of rows) {
    const fields = typeof given === 'string' ? { 'cache-control': given } : given
    t.equal(lifetimeOf(fields), seconds, name)
  }
})

t.test('§4.2.1: seconds that are no number make the response stale', async (t) => {
  for (const value of ['', '=', '=abc', '=-1', '=1.5', '=1e3', '=0x10', '=60s', '= ', '="abc"', "='60'"])
    t.equal(lifetimeOf({ 'cache-control': `max-age${value}` }), 0, `max-age${value}`)
})

t.test('§5.2.3: a quotation mark in quotes does not end them', async (t) => {
  t.notOk(freshnessOf({ 'cache-control': 'x="\\", no-cache", max-age=20' }, arrived).noCache)
})

t.test('RFC 9110 §5.6.7: all three formats of a date, in any case, and a leap second', async (t) => {
  const noon = { date: 'Mon, 15 Jun 2026 12:00:00 GMT' }
  const dates: [text: string, seconds: number][] = [
    [inOneMinute, 60],
    ['Monday, 15-Jun-26 12:01:00 GMT', 60],
    ['Mon Jun 15 12:01:00 2026', 60],
    ['Mon Jul  6 12:00:00 2026', 21 * 86_400],
    ['mon, 15 JUN 2026 12:01:00 gmt', 60],
    ['MONDAY, 15-jun-26 12:01:00 GMT', 60],
    ['Mon, 15 Jun 2026 12:00:60 GMT', 60],
  ]
  for (const [expires, seconds] of dates) t.equal(lifetimeOf({ ...noon, expires }), seconds, expires)
})

t.test('RFC 9110 §5.6.7: two digits more than 50 years ahead are in the past century', async (t) => {
  t.equal(
    lifetimeOf({ expires: 'Saturday, 06-Jun-76 12:00:00 GMT' }),
    (Date.UTC(2076, 5, 6, 12) - arrived) / 1000,
  )
  t.equal(lifetimeOf({ expires: 'Monday, 06-Jun-77 12:00:00 GMT' }), 0)
})

t.test('§5.3: what is no date, "0" above all, is in the past', async (t) => {
  const wrong = [
    '',
    '0',
    'never',
    '2026-06-15T13:00:00Z',
    '15 Jun 2026 13:00:00 GMT',
    'Mon, 5 Jun 2027 13:00:00 GMT',
    'Mon, 15-Jun-2026 13:00:00 GMT',
    'Mon, 15 Jun 2026 13:00:00',
    'Mon, 15 Jun 2026 13:00:00 UTC',
    'Mon, 16 Jun 2026 8:00:00 GMT',
    'Mon,  15 Jun 2026 13:00:00 GMT',
    'Mon, 15 Jun 2026 13:00:00 GMT ',
    'Xyz, 15 Jun 2026 13:00:00 GMT',
    'Mon, 15 Xyz 2026 13:00:00 GMT',
    'Mon, 00 Jul 2026 13:00:00 GMT',
    'Mon, 31 Jun 2026 13:00:00 GMT',
    'Mon, 29 Feb 2027 13:00:00 GMT',
    'Mon, 15 Jun 2026 24:00:00 GMT',
    'Mon, 15 Jun 2026 13:60:00 GMT',
    'Mon, 15 Jun 2026 13:00:61 GMT',
    `${inOneMinute}, ${inOneMinute}`,
    'Sunshine, 15-Jun-26 13:00:00 GMT',
    'Mon, 15-Jun-26 13:00:00 GMT',
    'Mon Jul 6 12:00:00 2026',
    'Mon Jun 15 13:00:00 2026 GMT',
  ]
  for (const expires of wrong) t.equal(lifetimeOf({ expires }), 0, expires)
})
