// What a site stores of a message, for how long, and when it delivers it again.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { ifLong } from '../helpers/long.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { exported, filesWith, untilWaiting } from './world.ts'

const start = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const secret = { ...typed, message: 'SECRET-OF-A-VISITOR' }

t.test('a message is on the disk before it is accepted, readable by its owner only', async (t) => {
  const folder = join(temporaryFolder(t), 'deep')
  const site = await createSmallSite(t, { env: { DATA_DIR: folder } })
  await call(site, { ...secret, name: '' })
  t.throws(() => readdirSync(folder))
  let whileDelivered: string[] = []
  site.origin.answer(formCall, (...asked) => {
    whileDelivered = filesWith(folder, secret.message)
    return status(503)(...asked)
  })
  t.equal((await call(site, secret)).statusCode, 202)
  t.ok(whileDelivered.length > 0)
  for (const name of readdirSync(folder)) t.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
})

t.test('after delivery the text is gone; the key is known for a week', async (t) => {
  const clock = { now: start }
  const env = { DATA_DIR: temporaryFolder(t) }
  const key = { 'idempotency-key': 'k' }
  const site = await createSmallSite(t, { env, now: () => clock.now })
  const first = await call(site, secret, key)
  await site.app.close()
  t.strictSame(filesWith(env.DATA_DIR, secret.message), [])
  clock.now += 6 * dayMs
  const next = await createSmallSite(t, { env, now: () => clock.now })
  t.strictSame((await call(next, secret, key)).json(), first.json())
  t.equal((await call(next, { ...secret, topic: 'another' }, key)).statusCode, 409)
  t.strictSame(formsAt(next.origin), [])
  clock.now += 2 * dayMs
  await until(async () => {
    await call(next, secret, key)
    return formsAt(next.origin).length === 1
  })
})

t.test(
  'pauses between attempts grow, up to five minutes, and Retry-After is respected',
  ifLong,
  async (t) => {
    const clock = { now: start }
    const site = await createSmallSite(t, { now: () => clock.now })
    const times: number[] = []
    site.origin.answer(formCall, (...asked) => {
      times.push(clock.now)
      return status(503, times.length === 1 ? { 'retry-after': '600' } : {})(...asked)
    })
    t.equal((await call(site, typed)).statusCode, 202)
    // The site looks every second; the clock moves by about a hundred meanwhile.
    const attempts = (count: number, stepMs: number) =>
      until(() => {
        clock.now += stepMs
        return times.length >= count
      })
    await attempts(10, 4000)
    const pauses = times.slice(1).map((time, at) => time - times[at]!)
    t.ok(pauses[0]! >= 600_000, `Retry-After: ${pauses[0]}`)
    // After attempt 9 it is 256 s, a fifth more or less, and 300 s after the next ones.
    t.ok(pauses[8]! >= 0.8 * 256_000, pauses.join())
    // The pause begins when the outcome is written.
    const failed = 'site_form_deliveries_total{channel="upstream",outcome="failed"}'
    await until(async () => (await metricOf(site, failed)) === 10)
    clock.now += 1.2 * 300_000
    await attempts(11, 0)
  },
)

t.test('what a content API does not respond to is notified 15 seconds later', async (t) => {
  const clock = { now: start }
  const hook = await createWebhookServer(t)
  const env = { NOTIFY_URL: hook.url }
  const site = await createSmallSite(t, { env, now: () => clock.now, formTimeoutMs: 50 })
  const { release } = site.origin.hold(formCall)
  t.equal((await call(site, typed)).statusCode, 202)
  t.equal(hook.requests.length, 0)
  clock.now += 15_000
  await until(() => hook.requests.length === 1)
  release()
  await untilWaiting(site, 0)
  t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 1)
  await untilWaiting(site, 0, 'webhook')
  t.equal(hook.requests.length, 1)
})

t.test('old messages of the content folder are deleted, at the start and when the time comes', async (t) => {
  const clock = { now: start - 731 * dayMs }
  const dataDir = temporaryFolder(t)
  const options = { folder: smallFolder, dataDir, now: () => clock.now, watch: false }
  const first = await createEmbeddedSite(t, options)
  await call(first, typed, { 'idempotency-key': 'old' })
  await first.close()
  clock.now = start
  const site = await createEmbeddedSite(t, options)
  const lines = () => site.lines.filter(({ msg }) => msg === 'retention: form messages')
  await call(site, typed, { 'idempotency-key': 'new' })
  await until(() => lines().length === 1)
  t.match(lines(), [{ level: 30, days: 730, deleted: 1 }])
  t.match(await exported({ DATA_DIR: dataDir }), [{ id: 'new' }])
  clock.now += 731 * dayMs
  await until(() => lines().length === 2)
  t.match(lines()[1], { deleted: 1 })
  t.strictSame(await exported({ DATA_DIR: dataDir }), [])
})
