// The arithmetic of freshness, for random responses at random times.

import t, { type Test } from 'tap'
import { formatHttpDate } from '../../server/base/fields.ts'
import type { Entry } from '../../server/cache/entry.ts'
import { mergeFields } from '../../server/cache/semantics/merge.ts'
import { currentAge, remainingUse, reuseOf, stalenessOf } from '../../server/cache/semantics/reuse.ts'
import { createRandom } from '../helpers/random.ts'
import { second } from './helpers/clock.ts'
import { entryFrom, situations } from './helpers/situations.ts'

const runs = 3000
const random = createRandom(20260615)
const ranks = { fresh: 0, stale: 1, 'error-only': 2, revalidate: 3 }

/** Fails once, with the situation that breaks the property. */
function always(t: Test, property: (entry: Entry, early: number, late: number) => boolean) {
  let count = 0
  for (const { entry, early, late } of situations(random, runs)) {
    if (!property(entry, early, late)) return t.fail('does not hold', { entry, early, late })
    count++
  }
  t.ok(count > runs / 2, `${count} situations`)
}

t.test('no age is negative, not even where the clock goes back', async (t) => {
  always(t, (entry, early, late) => [early, late, 0].every((now) => currentAge(entry, now) >= 0))
})

t.test('age grows with the clock, and by as much', async (t) => {
  always(t, (entry, early, late) => currentAge(entry, late) - currentAge(entry, early) === late - early)
})

t.test('age and what is left of the lifetime make up the lifetime', async (t) => {
  always(t, (entry, now) => currentAge(entry, now) - stalenessOf(entry, now) === entry.freshness.lifetime)
})

t.test('fresh is lifetime > age, and nothing else', async (t) => {
  always(t, (entry, early, late) =>
    [early, late].every((now) => {
      const isYoung = entry.freshness.lifetime > currentAge(entry, now)
      return (reuseOf(entry, now) === 'fresh') === (isYoung && !entry.freshness.noCache)
    }),
  )
})

t.test('reuse never improves with time: fresh, stale, error-only, revalidate', async (t) => {
  always(t, (entry, early, late) => ranks[reuseOf(entry, late)] >= ranks[reuseOf(entry, early)])
})

t.test('of no use at all is what has nothing left, and only that', async (t) => {
  always(t, (entry, early, late) =>
    [early, late].every(
      (now) =>
        entry.freshness.noCache || (reuseOf(entry, now) === 'revalidate') === remainingUse(entry, now) <= 0,
    ),
  )
})

t.test('a purge makes nothing fresher, and what it makes stale stays so', async (t) => {
  always(t, (entry, early, late) => {
    const purged = { ...entry, purgedAt: early }
    const before = ranks[reuseOf(entry, late)]
    return ranks[reuseOf(purged, late)] >= Math.max(before, ranks.stale)
  })
})

t.test('a 304 never makes a response older than it was', async (t) => {
  always(t, (entry, early, late) => {
    const news = { etag: '"a"', date: formatHttpDate(late) }
    const merged = mergeFields(entry.fields, random.pick([{}, news])) as Record<string, string>
    const freshened = entryFrom(merged, late, 0)
    return (
      freshened === undefined || currentAge(freshened, late) <= Math.max(currentAge(entry, early), second)
    )
  })
})

t.test('explicit windows are never used against a directive that forbids them', async (t) => {
  always(t, (entry, early, late) => {
    const strict = /must-revalidate|proxy-revalidate|no-cache/.test(String(entry.fields['cache-control']))
    const used = [early, late].map((now) => reuseOf(entry, now))
    return !strict || used.every((use) => use === 'fresh' || use === 'revalidate')
  })
})
