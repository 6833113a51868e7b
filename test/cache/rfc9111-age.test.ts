// RFC 9111 §4.2.3: the age of a response, and §5.1: the field that tells it.
import t from 'tap'
import { initialAge } from '../../server/cache/semantics/freshness.ts'
import { currentAge } from '../../server/cache/semantics/reuse.ts'
import { until } from '../helpers/until.ts'
import { minute, second } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

const noon = Date.UTC(2026, 5, 15, 12)
const date = 'Mon, 15 Jun 2026 12:00:00 GMT'

t.test('§4.2.3: apparent_age = max(0, response_time - date_value)', async (t) => {
  t.equal(initialAge({ date }, noon + 5000, noon + 5000), 5000)
  t.equal(initialAge({ date }, noon - 5000, noon - 5000), 0)
})

t.test('§4.2.3: corrected_age_value = age_value + response_delay', async (t) => {
  t.equal(initialAge({ age: '30' }, noon, noon + 2000), 32_000)
})

t.test('§4.2.3: corrected_initial_age is the larger of the two', async (t) => {
  t.equal(initialAge({ date, age: '3' }, noon + 8000, noon + 10_000), 10_000)
  t.equal(initialAge({ date, age: '30' }, noon + 8000, noon + 10_000), 32_000)
})

t.test('§4.2.3: current_age = corrected_initial_age + resident_time', async (t) => {
  const freshness = { lifetime: 0, explicit: true, staleWhileRevalidate: 0, staleIfError: 0, noCache: false }
  const stored = { freshness, initialAge: 4000, responseTime: noon }
  t.equal(currentAge(stored, noon + 6000), 10_000)
  t.equal(currentAge(stored, noon - 6000), 4000, 'a clock that went back makes nothing younger')
})

t.test('§5.1: of a list the first member counts, on one line or on several', async (t) => {
  t.equal(initialAge({ age: '3, 30' }, noon, noon), 3000)
  t.equal(initialAge({ age: ['3', '30'] }, noon, noon), 3000)
})

t.test('§5.1: an invalid field is ignored', async (t) => {
  for (const age of ['', 'abc', '-5', '1.5', '5s', 'abc, 5']) t.equal(initialAge({ age }, noon, noon), 0, age)
})

t.test('§5.1: an age too large to be held is the largest that can be', async (t) => {
  t.equal(initialAge({ age: '9'.repeat(30) }, noon, noon), 2 ** 31 * 1000)
})

t.test('RFC 9110 §6.6.1: a Date that cannot be read counts as the time of arrival', async (t) => {
  t.equal(initialAge({ date: 'yesterday' }, noon, noon), 0)
})

t.test('§4.2.3: time spent at other caches is not spent again here', async (t) => {
  const { origin, get, clock } = await createStored(t, text('a', 'max-age=60', { age: '50' }), 9 * second)
  await get(other)
  t.equal(origin.hits(other).length, 1)
  clock.advance(second)
  await get(other)
  t.equal(origin.hits(other).length, 2)
})

t.test('§4.2.3: nor is time on the way', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  const gate = Promise.withResolvers<void>()
  origin.on(other, { ...text('a', 'max-age=60', { date: undefined }), after: gate.promise })
  const first = get(other)
  await until(() => origin.hits(other).length === 1)
  clock.advance(minute)
  gate.resolve()
  await first
  await get(other)
  t.equal(origin.hits(other).length, 2)
})
