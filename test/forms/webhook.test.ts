// Webhook notifications: which failures are repeated. Format and signature of each kind: notices.test.ts.
import type { Test } from 'tap'
import t from 'tap'
import { call, typed } from '../helpers/form.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { gauge, untilRefused, untilWaiting } from './world.ts'

const start = Date.UTC(2026, 10, 20)

async function createWorld(t: Test, env: Record<string, string> = {}) {
  const hook = await createWebhookServer(t)
  const clock = { now: start }
  const settings = { NOTIFY_URL: `${hook.url}/hook?key=K`, FORM_RATE_LIMIT: '0', ...env }
  const site = await createSmallSite(t, { env: settings, now: () => clock.now })
  return {
    hook,
    clock,
    site,
    linesOf: (event: string) => site.lines.filter(({ msg }) => msg === event),
  }
}

const unsent = 'form message not delivered yet'

for (const [kind, body, reason] of [
  ['wecom', '{"errcode":45009,"errmsg":"api freq out of limit"}', '200, error 45009'],
  ['feishu', '<html>maintenance</html>', '200, error no code'],
] as const) {
  t.test(`${kind}: an error in a 200 response is a failure to be repeated: ${reason}`, async (t) => {
    const { hook, site, linesOf } = await createWorld(t, { NOTIFY_KIND: kind })
    hook.respond.body = body
    await call(site, typed)
    await until(() => linesOf(unsent).length === 1)
    t.match(linesOf(unsent)[0], { level: 40, channel: 'webhook', reason })
    await untilWaiting(site, 1, 'webhook')
  })
}

t.test('a 5xx, a 429 with Retry-After and a broken connection are repeated with the same key', async (t) => {
  const { hook, clock, site, linesOf } = await createWorld(t)
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
  await until(() => linesOf(unsent).length === 1)
  Object.assign(hook.respond, { status: 429, headers: { 'retry-after': '600' } })
  await later(() => hook.requests.length >= 2)
  await until(() => linesOf(unsent).length === 2)
  for (const _poll of [1, 2]) {
    clock.now += 250_000
    await polled()
  }
  t.equal(hook.requests.length, 2, 'Retry-After is respected')
  await hook.close()
  await later(() => linesOf(unsent).length >= 3)
  Object.assign(hook.respond, { status: 204, headers: {}, body: '' })
  await hook.start()
  await later(() => hook.requests.length >= 3)
  await untilWaiting(site, 0, 'webhook')
  const reasons = linesOf(unsent).map(({ reason }) => reason)
  t.strictSame(reasons.slice(0, 3), ['503', '429', `ECONNREFUSED from ${new URL(hook.url).host}`])
  const keys = hook.requests.map(({ headers }) => headers['idempotency-key'])
  t.equal(new Set(keys).size, 1)
  t.notMatch(JSON.stringify(site.lines), /key=K/)
})

t.test('a redirect is stored as rejected, and not followed', async (t) => {
  const { hook, site, linesOf } = await createWorld(t)
  Object.assign(hook.respond, { status: 307, headers: { location: `${hook.url}/elsewhere` } })
  await call(site, typed)
  await untilRefused(site, 1, 'webhook')
  t.match(linesOf('form message rejected, stored in the outbox'), [{ channel: 'webhook', reason: '307' }])
  t.match(hook.requests, [{ path: '/hook?key=K' }])
  t.equal(hook.requests.length, 1)
})
