// The clock of the machine is set while the site runs: no wait or limit becomes longer or shorter.
import type { Test } from 'tap'
import t from 'tap'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { metricOf, opsToken, postOps } from '../helpers/ops.ts'
import type { Site } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

const minute = 60_000
const day = 24 * 60 * minute
const steps = [-day, day]

function createClocks() {
  let [wall, monotonic] = [Date.UTC(2030, 0, 10), 1000]
  return {
    now: () => wall,
    monotonic: () => monotonic,
    pass(ms: number) {
      wall += ms
      monotonic += ms
    },
    set(step: number) {
      wall += step
    },
  }
}

async function createClockedSite(t: Test, config: Parameters<typeof createSmallSite>[1] = {}) {
  const clock = createClocks()
  const { now, monotonic } = clock
  return { clock, site: await createSmallSite(t, { ...config, now, monotonic }) }
}

const metric = (site: Site, name: string) => metricOf(site, `${name}{channel="upstream",outbox="disk"}`)

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
    await until(async () => (await metric(site, 'site_form_outbox')) === 0)
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

  t.test(`the limit of wrong secrets ends when it should when the clock steps ${direction}`, async (t) => {
    const { clock, site } = await createClockedSite(t, { config: { opsToken } })
    const attempt = async () => (await postOps(site, '/ops/purge', { all: true }, 'Bearer wrong')).statusCode
    for (let count = 0; count < 11; count++) await attempt()
    clock.set(step)
    t.equal(await attempt(), 429)
    clock.pass(minute)
    t.equal(await attempt(), 401)
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
