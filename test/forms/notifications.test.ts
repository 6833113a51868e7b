// Notifications of two channels: what one that is down or hangs does to the other and to visitors.
import t from 'tap'
import { call, formsAt, typed } from '../helpers/form.ts'
import type { LogLine } from '../helpers/log.ts'
import { createMailServer } from '../helpers/mail-server.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { gauge, untilWaiting } from './world.ts'

const hourMs = 3_600_000
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => `k-${at}`)

t.test('a channel that is down delays neither the other nor the upstream', async (t) => {
  const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
  const env = { SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example', NOTIFY_URL: hook.url, FORM_RATE_LIMIT: '0' }
  const clock = { now: Date.UTC(2026, 10, 20) }
  const site = await createSmallSite(t, { env, now: () => clock.now })
  await mail.close()
  const keys = keysOf(12)
  for (const key of keys) {
    t.equal((await call(site, { ...typed, topic: key }, { 'idempotency-key': key })).statusCode, 200)
  }
  await until(() => hook.requests.length === keys.length)
  await untilWaiting(site, 0, 'webhook')
  const hooked = hook.requests.map(({ body }) => JSON.parse(body).message.key)
  t.strictSame(new Set(hooked), new Set(keys))
  const isUnsent = ({ msg, channel }: LogLine) =>
    msg === 'form message not delivered yet' && channel === 'email'
  await until(() => site.lines.some(isUnsent))
  t.match(site.lines.find(isUnsent), { reason: `ESOCKET ECONNREFUSED from ${new URL(mail.url).host}` })
  await untilWaiting(site, keys.length, 'email')
  clock.now += hourMs
  await until(async () => (await metricOf(site, gauge('outbox_oldest_seconds', 'email'))) >= 3600)
  t.equal((await site.get('/readyz')).statusCode, 200)
  await mail.restart()
  // The clock may end the lease of an attempt that is running: at least once.
  const mailed = () =>
    new Set(mail.mails.map(({ fields }) => fields.get('subject')?.[0]?.split(' – ').at(-1)))
  await until(() => {
    clock.now += 10_000
    return mailed().size === keys.length
  })
  t.strictSame(mailed(), new Set(keys))
  await untilWaiting(site, 0, 'email')
  t.strictSame([formsAt(site.origin).length, hook.requests.length], [12, 12], 'the others have each once')
})

t.test('a webhook that does not respond delays neither visitors nor e-mails', async (t) => {
  const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
  hook.respond.status = 0
  const env = { SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example', NOTIFY_URL: hook.url, FORM_RATE_LIMIT: '0' }
  const site = await createSmallSite(t, { env })
  const send = (topic: string) => call(site, { ...typed, topic })
  for (const topic of keysOf(5)) t.equal((await send(topic)).statusCode, 200)
  // As many as are sent at a time.
  await until(() => hook.requests.length === 4)
  t.equal((await send('late')).statusCode, 200)
  await until(() => mail.mails.length === 6)
  const ended = site.lines.filter(({ channel }) => channel === 'webhook')
  t.strictSame(ended, [], 'before an attempt of the webhook ends')
  await untilWaiting(site, 6, 'webhook')
  // Else the site would wait for its attempts at the end.
  await hook.close()
})
