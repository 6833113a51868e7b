// The clock of the machine is set while the site runs: no wait or limit becomes longer or shorter.
import t from 'tap'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

const minute = 60_000
const day = 24 * 60 * minute
const path = '/api/home/article/detail/1?lang=zh'

for (const [direction, step] of Object.entries({ back: -day, forward: day }))
  t.test(`waits and limits last as long as before when the clock steps ${direction}`, async (t) => {
    let [wall, monotonic] = [Date.UTC(2030, 0, 10), 1000]
    const options = { config: { formRateLimit: 1 }, now: () => wall, monotonic: () => monotonic }
    const site = await createSmallSite(t, options)
    const pass = (ms: number) => {
      wall += ms
      monotonic += ms
    }
    site.origin.answer('/', status(500))
    t.equal((await call(site, typed)).statusCode, 202, 'a message waits')
    await site.get(path)
    const sent = site.origin.hits.length
    wall += step
    await site.get(path)
    t.equal(site.origin.hits.length, sent, 'a failure of the upstream is remembered')
    pass(2001)
    await site.get(path)
    t.ok(site.origin.hits.length > sent, 'for two seconds')
    pass(minute - 2001)
    const other = { ...typed, topic: 'B' }
    const limited = await call(site, other)
    t.match(limited, { statusCode: 429, headers: { 'retry-after': '540' } }, 'the limit of forms')
    site.origin.answer(formCall, site.origin.pass)
    const before = formsAt(site.origin).length
    pass(20 * minute)
    await until(() => formsAt(site.origin).length > before)
    t.equal((await call(site, other)).statusCode, 200, 'ends when it should')
  })
