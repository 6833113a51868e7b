// The clock of the machine is set while the site runs: no wait or limit becomes longer or shorter.
import t, { type Test } from 'tap'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

const minute = 60_000
const day = 24 * 60 * minute
const steps = [-day, day]

async function createClockedSite(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  let [wall, monotonic] = [Date.UTC(2030, 0, 10), 1000]
  const site = await createSmallSite(t, { ...options, now: () => wall, monotonic: () => monotonic })
  const clock = {
    pass(ms: number) {
      wall += ms
      monotonic += ms
    },
    set(step: number) {
      wall += step
    },
  }
  return { clock, site }
}

for (const step of steps) {
  const direction = step < 0 ? 'back' : 'forward'

  t.test(`a message waits as long as before when the clock steps ${direction}`, async (t) => {
    const { clock, site } = await createClockedSite(t)
    site.origin.answer(formCall, status(500))
    t.equal((await call(site, typed)).statusCode, 202)
    clock.set(step)
    site.origin.answer(formCall, site.origin.pass)
    clock.pass(20 * minute)
    await until(() => formsAt(site.origin).length === 2)
  })

  t.test(`the limit of forms ends when it should when the clock steps ${direction}`, async (t) => {
    const { clock, site } = await createClockedSite(t, { config: { formRateLimit: 1 } })
    t.equal((await call(site, typed)).statusCode, 200)
    clock.set(step)
    clock.pass(minute)
    const limited = await call(site, { ...typed, topic: 'B' })
    t.match(limited, { statusCode: 429, headers: { 'retry-after': '540' } })
    clock.pass(9 * minute)
    t.equal((await call(site, { ...typed, topic: 'B' })).statusCode, 200)
  })

  t.test(
    `a failure of the upstream is remembered for two seconds when the clock steps ${direction}`,
    async (t) => {
      const { clock, site } = await createClockedSite(t)
      const path = '/api/home/article/detail/1?lang=zh'
      site.origin.answer('/api/home/article/detail', status(500))
      await site.get(path)
      const sent = site.origin.hits.length
      clock.set(step)
      await site.get(path)
      t.equal(site.origin.hits.length, sent)
      clock.pass(2001)
      await site.get(path)
      t.ok(site.origin.hits.length > sent)
    },
  )
}
