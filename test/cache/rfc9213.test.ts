// RFC 9213: caching fields that are meant for this cache above all.
import t from 'tap'
import { freshnessOf } from '../../server/cache/semantics/freshness.ts'
import { isStorable } from '../../server/cache/semantics/storable.ts'

type Fields = Parameters<typeof freshnessOf>[0]
const never = 'not stored'

/** Seconds. */
function lifetimeOf(fields: Fields): number | typeof never {
  const { lifetime } = freshnessOf(fields, 0)
  return isStorable({ status: 200, fields }, 0) ? lifetime / 1000 : never
}

const minute = { 'cache-control': 'max-age=60' }
const older = { 'cache-control': 'max-age=1', 'surrogate-control': 'max-age=2' }
const rows: [name: string, fields: Fields, lifetime: number | typeof never][] = [
  [
    '§2.2: CDN-Cache-Control alone decides',
    { 'cache-control': 'no-store, max-age=1', expires: '0', 'cdn-cache-control': 'max-age=60' },
    60,
  ],
  ['§2.2: also against storing', { ...minute, 'cdn-cache-control': 'no-store' }, never],
  ['§2.2: private', { ...minute, 'cdn-cache-control': 'private' }, never],
  [
    '§2.2: Expires is ignored',
    { expires: 'Mon, 15 Jun 2026 12:00:00 GMT', 'cdn-cache-control': 'public' },
    never,
  ],
  ['§3.1: "none" prevents storing', { ...minute, 'cdn-cache-control': 'none' }, never],
  ['Surrogate-Control comes before Cache-Control', older, 2],
  ['CDN-Cache-Control comes before both', { ...older, 'cdn-cache-control': 'max-age=3' }, 3],
  ['Surrogate-Control without caching', { ...minute, 'surrogate-control': 'content="ESI/1.0"' }, 60],
  [
    '§2.1: parameters and unknown members are ignored',
    {
      'cdn-cache-control': 'x=(a "b, no-store" 1);y=1, max-age=60;a;b=?0;c="no-store",\tz=:YQ==:, w=*t/x',
    },
    60,
  ],
  ['RFC 8941 §3.2: the last member counts', { 'cdn-cache-control': 'max-age=1, max-age=60' }, 60],
  ['RFC 8941 §3.2: on two lines', { 'cdn-cache-control': ['max-age=1', 'max-age=60'] }, 60],
  ['RFC 8941 §3.3.6: ?0 is false', { 'cdn-cache-control': 'max-age=60, no-store=?0' }, 60],
  ['RFC 8941 §3.3.6: ?1 is true', { 'cdn-cache-control': 'max-age=60, no-store=?1' }, never],
]
t.test('RFC 9213 §2: which field decides', async (t) => {
  for (const [name, fields, lifetime] of rows) t.equal(lifetimeOf(fields), lifetime, name)
})

t.test('§2.2: its directives mean what they mean in Cache-Control', async (t) => {
  const cdn = 'max-age=60, s-maxage=30, stale-while-revalidate=10, stale-if-error=20'
  const { lifetime, staleWhileRevalidate, staleIfError } = freshnessOf({ 'cdn-cache-control': cdn }, 0)
  t.strictSame([lifetime, staleWhileRevalidate, staleIfError], [30_000, 10_000, 20_000])
  t.ok(freshnessOf({ 'cdn-cache-control': 'max-age=60, no-cache' }, 0).noCache)
  t.equal(freshnessOf({ 'cdn-cache-control': `${cdn}, must-revalidate` }, 0).staleIfError, 0)
})

t.test('§2.1: a field that is empty or not a structured dictionary counts as not sent', async (t) => {
  const wrong = [
    '',
    ' ',
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
  for (const value of wrong) t.equal(lifetimeOf({ ...minute, 'cdn-cache-control': value }), 60, value)
})

t.test('§2.1: a value of another type is not used, and the field counts nevertheless', async (t) => {
  for (const value of ['"1"', '1.5', '-1', 'a', '?1', '(1 2)', ':YQ==:'])
    t.equal(lifetimeOf({ ...minute, 'cdn-cache-control': `max-age=${value}` }), never, value)
})
