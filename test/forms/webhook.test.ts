// Webhook notifications: failures are repeated. Format, signature and failures of each kind: notices.test.ts.
import t from 'tap'
import { call, typed } from '../helpers/form.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { gauge, untilWaiting } from './world.ts'

const start = Date.UTC(2026, 10, 20)

t.test('a 5xx, a 429 with Retry-After and a broken connection are repeated with the same key', async (t) => {
  const hook = await createWebhookServer(t)
  const clock = { now: start }
  const env = { NOTIFY_URL: `${hook.url}/hook?key=K`, FORM_RATE_LIMIT: '0' }
  const site = await createSmallSite(t, { env, now: () => clock.now })
  const unsent = () => site.lines.filter(({ msg }) => msg === 'form message not delivered yet')
  const later = (condition: () => boolean) =>
    until(() => {
      clock.now += 60_000
      return condition()
    })
  const polled = () =>
    until(
      async () =>
        (await metricOf(site, gauge('outbox_oldest_seconds', 'webhook'))) >= (clock.now - start) / 1000,
    )
  hook.respond.status = 503
  await call(site, typed)
  await until(() => unsent().length === 1)
  Object.assign(hook.respond, { status: 429, headers: { 'retry-after': '600' } })
  await later(() => hook.requests.length >= 2)
  await until(() => unsent().length === 2)
  for (const _poll of [1, 2]) {
    clock.now += 250_000
    await polled()
  }
  t.equal(hook.requests.length, 2, 'Retry-After is respected')
  await hook.close()
  await later(() => unsent().length >= 3)
  Object.assign(hook.respond, { status: 204, headers: {}, body: '' })
  await hook.start()
  await later(() => hook.requests.length >= 3)
  await untilWaiting(site, 0, 'webhook')
  const reasons = unsent().map(({ reason }) => reason)
  t.strictSame(reasons.slice(0, 3), ['503', '429', `ECONNREFUSED from ${new URL(hook.url).host}`])
  const keys = hook.requests.map(({ headers }) => headers['idempotency-key'])
  t.equal(new Set(keys).size, 1)
  t.notMatch(JSON.stringify(site.lines), /key=K/)
})
