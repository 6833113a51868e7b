// RFC 9111 and RFC 9213 as pure functions: how old a response is, how long it is fresh, whether it is stored, what a 304 changes.
import t from 'tap'
import { freshnessOf, initialAge } from '../../server/cache/semantics/freshness.ts'
import { isAbout, mergeFields } from '../../server/cache/semantics/merge.ts'
import { currentAge, isUsable, remainingUse, reuseOf } from '../../server/cache/semantics/reuse.ts'
import { isStorable } from '../../server/cache/semantics/storable.ts'

type Fields = Parameters<typeof freshnessOf>[0]
const arrived = Date.UTC(2026, 5, 15, 12)
const date = 'Mon, 15 Jun 2026 12:00:00 GMT'
const inOneMinute = 'Mon, 15 Jun 2026 12:01:00 GMT'
const minute = { 'cache-control': 'max-age=60' }
const older = { 'cache-control': 'max-age=1', 'surrogate-control': 'max-age=2' }
const members =
  'x=(a "b\\", no-store" 1.25);y=1, max-age=60;a;b=?0;c="no-store" ,\tz=:YQ==:,no-store=?0,  w=*t/x'

/** Seconds; undefined where the response is not stored. A validator lets what is never fresh be stored. */
function lifetimeOf(fields: Fields): number | undefined {
  const all = { date, etag: '"a"', ...fields }
  return isStorable({ status: 200, fields: all }, arrived)
    ? freshnessOf(all, arrived).lifetime / 1000
    : undefined
}

/** A text is Cache-Control. */
const lifetimes: [name: string, fields: Fields | string, seconds: number | undefined][] = [
  ['§4.2.1: s-maxage comes before max-age', 'max-age=20, s-maxage=10', 10],
  ['§4.2.1: max-age comes before Expires', { 'cache-control': 'max-age=20', expires: inOneMinute }, 20],
  ['§4.2.1: Expires counts from Date', { expires: inOneMinute, date: 'Mon, 15 Jun 2026 11:00:00 GMT' }, 3660],
  ['§4.2.1: and from arrival without a valid Date', { expires: inOneMinute, date: 'yesterday' }, 60],
  ['§4.2.1: no lifetime is guessed', { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }, undefined],
  ['§4.2.1: of two values the stricter counts', 'max-age=10, max-age=20', 10],
  [
    '§5.2.3: what is quoted in an unknown directive',
    'x="a, max-age=1, no-store, b", max-age=20, y=s-maxage=5',
    20,
  ],
  ['§4.2.1: a value that is no number is stale', 'max-age=60s', 0],
  ['§5.2.2.5: no-store', 'No-Store, max-age=60', undefined],
  ['§5.2.2.7: private with field names', 'max-age=60, private="x-a"', undefined],
  ['§4.1: Vary: *', { ...minute, vary: 'accept, *' }, undefined],
  ['§5.2.2.3: must-understand overrides no-store', 'max-age=60, must-understand, no-store', 60],
  [
    'RFC 9213 §2.2: CDN-Cache-Control alone decides',
    { 'cache-control': 'no-store, max-age=1', expires: '0', 'cdn-cache-control': 'max-age=60' },
    60,
  ],
  ['RFC 9213 §2.2: also against storing', { ...minute, 'cdn-cache-control': 'no-store' }, undefined],
  ['RFC 9213 §3.1: "none" prevents storing', { ...minute, 'cdn-cache-control': 'none' }, undefined],
  ['Surrogate-Control comes before Cache-Control', older, 2],
  ['CDN-Cache-Control comes before both', { ...older, 'cdn-cache-control': 'max-age=3' }, 3],
  ['RFC 9213 §2.1: parameters and unknown members are ignored', { 'cdn-cache-control': members }, 60],
  ['RFC 8941 §3.2: the last member counts', { 'cdn-cache-control': 'max-age=1, max-age=60' }, 60],
  ['§4.2.1: a negative one too', 'max-age=-60', 0],
  ['§5.3: Expires with two values is in the past', { expires: [inOneMinute, inOneMinute] }, 0],
  ['§5.2: white space around =', 'max-age = 60', 60],
  [
    'RFC 9213 §2.2: without a lifetime, Expires does not count',
    { expires: inOneMinute, 'cdn-cache-control': 'a' },
    undefined,
  ],
]
t.test('the lifetime of a response, and whether it is stored', async (t) => {
  for (const [name, given, seconds] of lifetimes)
    t.equal(lifetimeOf(typeof given === 'string' ? { 'cache-control': given } : given), seconds, name)
})

t.test('RFC 9213 §2.1: a field that is no structured dictionary counts as not sent', async (t) => {
  for (const value of ['', 'max-age=1,', 'Max-Age=1', 'no-store="a', 'max-age=9999999999999999'])
    t.equal(lifetimeOf({ ...minute, 'cdn-cache-control': value }), 60, value)
  for (const value of ['"1"', '1.5', '-1'])
    t.equal(
      lifetimeOf({ 'cdn-cache-control': `max-age=1, max-age=${value}` }),
      undefined,
      `${value} is of another type`,
    )
})

t.test('RFC 9213 §2.2: its directives mean what they mean in Cache-Control', async (t) => {
  const cdn = 'max-age=60, s-maxage=30, stale-while-revalidate=10, stale-if-error=20'
  const { lifetime, staleWhileRevalidate, staleIfError } = freshnessOf({ 'cdn-cache-control': cdn }, 0)
  t.strictSame([lifetime, staleWhileRevalidate, staleIfError], [30_000, 10_000, 20_000])
  t.ok(freshnessOf({ 'cdn-cache-control': 'max-age=60, no-cache' }, 0).noCache)
  for (const strict of ['must-revalidate', 'proxy-revalidate', 'no-cache'])
    t.equal(freshnessOf({ 'cdn-cache-control': `${cdn}, ${strict}` }, 0).staleIfError, 0, strict)
  for (const alone of [
    'no-store',
    'no-cache',
    'private',
    'must-revalidate',
    'proxy-revalidate',
    'must-understand',
  ])
    t.not(lifetimeOf({ ...minute, 'surrogate-control': alone }), 60, alone)
})

t.test(
  'RFC 9110 §5.6.7: the three formats of a date, in any case; any other text is in the past',
  async (t) => {
    const dates: Record<string, number> = {
      [inOneMinute]: 60,
      'Monday, 15-Jun-26 12:01:00 GMT': 60,
      'Mon Jun 15 12:01:00 2026': 60,
      'mon, 15 JUN 2026 12:01:00 gmt': 60,
      // Two digits more than 50 years ahead are in the past century.
      'Saturday, 06-Jun-76 12:00:00 GMT': (Date.UTC(2076, 5, 6, 12) - arrived) / 1000,
      'Monday, 06-Jun-77 12:00:00 GMT': 0,
    }
    for (const [expires, seconds] of Object.entries(dates)) t.equal(lifetimeOf({ expires }), seconds, expires)
    const wrong = [
      '0',
      '2026-06-15T13:00:00Z',
      'Mon, 15 Jun 2026 13:00:00 UTC',
      'Mon, 31 Jun 2026 13:00:00 GMT',
      'Mon, 15 Jun 2026 24:00:00 GMT',
    ]
    for (const expires of wrong) t.equal(lifetimeOf({ expires }), 0, expires)
  },
)

t.test('RFC 9111 §3: which statuses are stored, and what is never fresh only with a validator', async (t) => {
  const isStored = (cacheControl: string, status = 200, fields = {}) =>
    isStorable({ status, fields: { 'cache-control': cacheControl, ...fields } }, 0)
  for (const status of [200, 204, 299, 302, 303, 400, 404, 499, 503]) t.ok(isStored('max-age=60', status))
  for (const status of [103, 206, 304]) t.notOk(isStored('max-age=60', status), String(status))
  for (const status of [299, 418, 499]) t.notOk(isStored('max-age=60, must-understand', status), '§5.2.2.3')
  for (const directives of ['max-age=0', 'no-cache', 'no-cache, max-age=60']) {
    t.notOk(isStored(directives), directives)
    t.ok(isStored(directives, 200, { etag: '"a"' }), directives)
  }
  for (const window of ['stale-if-error', 'stale-while-revalidate']) t.ok(isStored(`max-age=0, ${window}=60`))
  t.ok(isStored('max-age=0', 200, { 'last-modified': date }))
  t.notOk(isStored('no-cache', 302, { etag: '"a"' }))
})

t.test('§3.2: each field of a 304 replaces the stored one, but those that describe the body', async (t) => {
  const stored = { etag: '"a"', 'x-a': '1', 'x-b': '1', age: '5', date: 'x', 'content-type': 'text/plain' }
  const body = {
    'content-type': 'a/b',
    'content-length': '0',
    'content-encoding': 'gzip',
    'content-range': 'a',
  }
  const news = { 'x-b': '2', 'x-c': ['3', '4'], 'content-location': '/b' }
  const merged = mergeFields(stored, { ...news, ...body })
  t.strictSame(merged, { etag: '"a"', 'x-a': '1', 'content-type': 'text/plain', ...news })
})

t.test('§4.3.4: the strongest validator of the 304 selects the stored response', async (t) => {
  const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'
  const rows: [notModified: Record<string, string>, stored: Record<string, string>, isAbout: boolean][] = [
    [{}, { etag: '"a"' }, true],
    [{ etag: '"a"' }, { etag: '"a"' }, true],
    [{ etag: '"b"' }, { etag: '"a"' }, false],
    [{ etag: '"a"' }, { etag: 'W/"a"' }, false],
    [{ etag: 'W/"a"' }, { etag: '"a"' }, true],
    [{ etag: 'W/"a"' }, { etag: 'W/"a"' }, true],
    [{ etag: 'W/"b"' }, { etag: 'W/"a"' }, false],
    [{ 'last-modified': modified }, { 'last-modified': modified }, true],
    [{ 'last-modified': modified }, { etag: '"a"' }, false],
  ]
  for (const [sent, stored, expected] of rows)
    t.equal(isAbout(sent, stored), expected, JSON.stringify([sent, stored]))
})

const ages: [name: string, fields: Fields, sent: number, received: number, age: number][] = [
  ['apparent_age = max(0, response_time - date_value)', { date }, 5000, 5000, 5000],
  ['a Date in the future', { date }, -5000, -5000, 0],
  ['corrected_age_value = age_value + response_delay', { age: '30' }, 0, 2000, 32_000],
  ['the apparent age is larger', { date, age: '3' }, 8000, 10_000, 10_000],
  ['§5.1: an invalid Age is ignored', { age: '5s' }, 0, 0, 0],
  ['§1.2.2: one that is too large', { age: '9'.repeat(30) }, 0, 0, 2 ** 31 * 1000],
]
t.test('§4.2.3: the age at arrival', async (t) => {
  for (const [name, fields, sent, received, age] of ages)
    t.equal(initialAge(fields, arrived + sent, arrived + received), age, name)
})

t.test('reuse by the time since a response came, and since a purge', async (t) => {
  const cacheControl = 'max-age=60, stale-while-revalidate=10, stale-if-error=20'
  const freshness = freshnessOf({ 'cache-control': cacheControl }, arrived)
  const stored = { freshness, initialAge: 0, responseTime: arrived }
  const rows = { fresh: [-60_000, 59_999], stale: [-60_001, 60_000, 69_999], 'error-only': [70_000, 79_999] }
  for (const [reuse, times] of Object.entries({ ...rows, revalidate: [80_000] }))
    for (const ms of times) {
      t.equal(reuseOf(stored, arrived + ms), reuse, String(ms))
      t.equal(isUsable(stored, arrived + ms), ['fresh', 'stale'].includes(reuse))
      t.equal(remainingUse(stored, arrived + ms), 80_000 - Math.max(0, ms))
    }
  const purged = { ...stored, purgedAt: arrived + 1000 }
  for (const [ms, reuse] of [
    [999, 'fresh'],
    [1000, 'stale'],
    [11_000, 'error-only'],
    [21_000, 'revalidate'],
  ] as const)
    t.equal(reuseOf(purged, arrived + ms), reuse, `purged, ${ms}`)
  t.equal(reuseOf({ ...stored, freshness: { ...freshness, noCache: true } }, arrived), 'revalidate')
  t.equal(currentAge({ ...stored, initialAge: 5000 }, 0), 5000, 'a clock that went back')
})
