// Random stored responses at random moments.
import { formatHttpDate } from '../../../server/base/fields.ts'
import { createEntry, type Entry } from '../../../server/cache/entry.ts'
import type { Random } from '../../helpers/random.ts'
import { day, second } from './clock.ts'

/** A response, and two moments after it came, in order. */
type Situation = { entry: Entry; early: number; late: number }
type Fields = Record<string, string>

const noon = Date.UTC(2026, 5, 15, 12)

export function* situations(random: Random, runs: number): Iterable<Situation> {
  for (let run = 0; run < runs; run++) {
    const responseTime = noon + random.below(day)
    const entry = entryFrom(randomFields(random, responseTime), responseTime, random.below(5000))
    const [a, b] = [responseTime + random.below(4 * day), responseTime + random.below(4 * day)]
    if (entry) yield { entry, early: Math.min(a, b), late: Math.max(a, b) }
  }
}

/** `delay`: milliseconds from the request to the response. */
export function entryFrom(fields: Fields, responseTime: number, delay: number): Entry | undefined {
  const common = { key: 'GET /a zh', tags: [], requestFields: {}, status: 200, body: Buffer.alloc(0) }
  return createEntry({ ...common, fields, requestTime: responseTime - delay, responseTime })
}

function randomFields(random: Random, responseTime: number): Fields {
  const seconds = () => randomSeconds(random)
  const directives = [
    `max-age=${seconds()}`,
    `s-maxage=${seconds()}`,
    `stale-while-revalidate=${seconds()}`,
    `stale-if-error=${seconds()}`,
    random.pick(['must-revalidate', 'proxy-revalidate', 'no-cache', 'public', 'public', 'public']),
  ]
  const fields: Record<string, string | undefined> = {
    etag: '"a"',
    'cache-control': directives.filter(() => random.below(2) === 0).join(', '),
    age: random.pick([undefined, 'x', String(seconds())]),
    date: randomDate(random, responseTime),
    expires: randomDate(random, responseTime),
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Often a boundary, else anything up to two days. */
function randomSeconds(random: Random): number {
  return random.pick([0, 1, 59, 60, 61, random.below(300), random.below(172_800)])
}

function randomDate(random: Random, around: number): string | undefined {
  const off = random.pick([-1, 1]) * randomSeconds(random) * second
  return random.pick([undefined, 'nonsense', formatHttpDate(around), formatHttpDate(around + off)])
}
