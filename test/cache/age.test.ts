// RFC 9111 §4.2: the age of a response, and whether it may be used; properties of both for generated responses.
import fc from 'fast-check'
import t from 'tap'
import { freshnessOf, initialAge } from '../../server/cache/semantics/freshness.ts'
import { mergeFields } from '../../server/cache/semantics/merge.ts'
import { currentAge, reuseOf, stalenessOf } from '../../server/cache/semantics/reuse.ts'

type Fields = Record<string, string>
const noon = Date.UTC(2026, 5, 15, 12)
const date = 'Mon, 15 Jun 2026 12:00:00 GMT'

type Row = [
  name: string,
  fields: Parameters<typeof initialAge>[0],
  sent: number,
  arrived: number,
  age: number,
]
const rows: Row[] = [
  ['§4.2.3: apparent_age = max(0, response_time - date_value)', { date }, 5000, 5000, 5000],
  ['§4.2.3: a Date in the future', { date }, -5000, -5000, 0],
  ['§4.2.3: corrected_age_value = age_value + response_delay', { age: '30' }, 0, 2000, 32_000],
  ['§4.2.3: the apparent age is larger', { date, age: '3' }, 8000, 10_000, 10_000],
  ['§4.2.3: the corrected age is larger', { date, age: '30' }, 8000, 10_000, 32_000],
  ['§5.1: of a list the first member counts', { age: '3, 30' }, 0, 0, 3000],
  ['§1.2.2: one that is too large', { age: '9'.repeat(30) }, 0, 0, 2 ** 31 * 1000],
  ['RFC 9110 §6.6.1: an invalid Date is that of arrival', { date: 'yesterday' }, 0, 0, 0],
]
t.test('RFC 9111 §4.2.3: the age at arrival', async (t) => {
  for (const [name, fields, sent, arrived, age] of rows)
    t.equal(initialAge(fields, noon + sent, noon + arrived), age, name)
  for (const age of ['', 'abc', '-5', '1.5', '5s', 'abc, 5'])
    t.equal(initialAge({ age }, noon, noon), 0, `§5.1: ${age} is ignored`)
})

t.test('§4.2.3: current_age = corrected_initial_age + resident_time', async (t) => {
  const stored = storedFrom({ age: '4' }, noon, 0)
  t.equal(currentAge(stored, noon + 6000), 10_000)
  t.equal(currentAge(stored, noon - 6000), 4000, 'a clock that went back makes nothing younger')
})

/** `delay`: milliseconds from the request to the response. */
function storedFrom(fields: Fields, responseTime: number, delay: number) {
  const age = initialAge(fields, responseTime - delay, responseTime)
  return { freshness: freshnessOf(fields, responseTime), initialAge: age, responseTime }
}

const cases = 200
const day = 86_400_000
const ranks = { fresh: 0, stale: 1, 'error-only': 2, revalidate: 3 }

/** Often a boundary. */
const seconds = fc.oneof(fc.constantFrom(0, 1, 59, 60, 61), fc.nat(300), fc.nat(172_800))
const someDate = fc.option(
  fc.oneof(
    fc.constant('nonsense'),
    fc
      .tuple(seconds, fc.constantFrom(-1, 1))
      .map(([off, sign]) => new Date(noon + sign * off * 1000).toUTCString()),
  ),
)
const directives = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'].map((name) =>
  fc.option(seconds.map((value) => `${name}=${value}`)),
)
const flags = fc.option(fc.constantFrom('must-revalidate', 'proxy-revalidate', 'no-cache', 'public'))
const fieldsOf = fc
  .record({
    'cache-control': fc.tuple(...directives, flags).map((given) => given.filter(Boolean).join(', ')),
    age: fc.option(fc.oneof(fc.constant('x'), seconds.map(String))),
    date: someDate,
    expires: someDate,
  })
  .map((given): Fields => {
    const entries = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
    return Object.fromEntries(entries)
  })

/** For a response, and two moments after it came, in order. fast-check prints the seed where one does not hold. */
function always(
  property: (stored: ReturnType<typeof storedFrom>, early: number, late: number, fields: Fields) => boolean,
) {
  const later = fc.nat(4 * day)
  const run = fc.property(fieldsOf, fc.nat(5000), later, later, (fields, delay, one, other) => {
    const [early, late] = [noon + Math.min(one, other), noon + Math.max(one, other)]
    return property(storedFrom(fields, noon, delay), early, late, fields)
  })
  fc.assert(run, { numRuns: cases })
}

const properties: [name: string, property: Parameters<typeof always>[0]][] = [
  [
    'age is not negative, even where the clock goes back',
    (stored, early, late) => [early, late, 0].every((now) => currentAge(stored, now) >= 0),
  ],
  [
    'age grows with the clock, and by as much',
    (stored, early, late) => currentAge(stored, late) - currentAge(stored, early) === late - early,
  ],
  [
    'age and what is left of the lifetime make up the lifetime',
    (stored, now) => currentAge(stored, now) - stalenessOf(stored, now) === stored.freshness.lifetime,
  ],
  [
    'fresh is lifetime > age without no-cache, and nothing else',
    (stored, now) => {
      const { lifetime, noCache } = stored.freshness
      return (reuseOf(stored, now) === 'fresh') === (lifetime > currentAge(stored, now) && !noCache)
    },
  ],
  [
    'reuse never improves with time: fresh, stale, error-only, revalidate',
    (stored, early, late) => ranks[reuseOf(stored, late)] >= ranks[reuseOf(stored, early)],
  ],
  [
    'a purge makes nothing fresher, and what it makes stale stays stale',
    (stored, early, late) => {
      const purged = reuseOf({ ...stored, purgedAt: early }, late)
      return ranks[purged] >= Math.max(ranks[reuseOf(stored, late)], ranks.stale)
    },
  ],
  [
    'a 304 never makes a response older than it was',
    (stored, early, late, fields) => {
      const sent = [{}, { date: new Date(late).toUTCString() }]
      return sent.every((news) => {
        const merged = storedFrom(mergeFields(fields, news) as Fields, late, 0)
        return currentAge(merged, late) <= Math.max(currentAge(stored, early), 1000)
      })
    },
  ],
  [
    'windows are never used against a directive that forbids them',
    (stored, early, late, fields) => {
      const isStrict = /must-revalidate|proxy-revalidate|no-cache/.test(String(fields['cache-control']))
      const uses = [early, late].map((now) => reuseOf(stored, now))
      return !isStrict || uses.every((use) => use === 'fresh' || use === 'revalidate')
    },
  ],
]
for (const [name, property] of properties) t.test(name, async () => always(property))
