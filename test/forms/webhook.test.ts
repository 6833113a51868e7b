// Webhook notifications: format, signature and errors of each kind, and which failures are repeated.
import { createHmac } from 'node:crypto'
import type { Test } from 'tap'
import t from 'tap'
import { call, typed } from '../helpers/form.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { gauge, untilRefused, untilWaiting } from './world.ts'

const start = Date.UTC(2026, 10, 20)
const secret = 'a-secret-of-the-test'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64')

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
    /** The request for a message, the first one. */
    requestFor: async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      await call(site, fields, headers)
      await until(() => hook.requests.length === 1)
      return hook.requests[0]!
    },
  }
}

const unsent = 'form message not delivered yet'

t.test('json: one signed request with an idempotency key', async (t) => {
  const { site, requestFor } = await createWorld(t, { NOTIFY_SECRET: secret })
  const { path, headers, body } = await requestFor({ ...typed, homepage: 'x' }, { 'idempotency-key': 'k-1' })
  t.equal(path, '/hook?key=K')
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers
  t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': id })
  t.equal(time, String(start / 1000))
  t.equal(signature, `v1,${hmac(secret, `${id}.${time}.${body}`)}`)
  t.match(JSON.parse(body), {
    type: 'form.message',
    id,
    message: {
      key: 'k-1',
      reference: 'XF5TW2V9',
      title: '[possible spam / 疑似垃圾信息] New message / 新留言 – www.tinglan.example – 王 "<b>" – TL',
      language: 'en',
      received_at: '2026-11-20T00:00:00.000Z',
      spam_flags: ['trap'],
      reply_to: 'a@b.example',
      fields: typed,
      labels: Object,
    },
  })
  await untilWaiting(site, 0, 'webhook')
})

t.test('json: without a secret not signed; a secret of Standard Webhooks is base64', async (t) => {
  const plain = await (await createWorld(t)).requestFor(typed)
  t.equal(plain.headers['webhook-signature'], undefined)
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const signed = await createWorld(t, { NOTIFY_SECRET: `whsec_${key.toString('base64')}` })
  const { headers, body } = await signed.requestFor(typed)
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  t.equal(headers['webhook-signature'], `v1,${hmac(key, text)}`)
})

t.test('wecom: a text of at most 2048 bytes', async (t) => {
  const { requestFor } = await createWorld(t, { NOTIFY_KIND: 'wecom' })
  const { msgtype, text } = JSON.parse((await requestFor({ ...typed, message: '测量'.repeat(2000) })).body)
  t.equal(msgtype, 'text')
  const bytes = Buffer.byteLength(text.content)
  t.ok(bytes <= 2048 && bytes > 1900, String(bytes))
  t.match(text.content, /[测量]…$/)
})

const seconds = `${start / 1000}`
/** What the message of each kind has, `text` aside, and how its request is signed. */
const chats: [kind: string, response: string, query: object, body: object][] = [
  [
    'dingtalk',
    '{"errcode":0}',
    { timestamp: `${start}`, sign: hmac(secret, `${start}\n${secret}`) },
    { msgtype: 'text', text: { content: String } },
  ],
  [
    'feishu',
    '{"code":0}',
    {},
    {
      timestamp: seconds,
      sign: hmac(`${seconds}\n${secret}`, ''),
      msg_type: 'text',
      content: { text: String },
    },
  ],
  ['slack', 'ok', {}, { mrkdwn: false, unfurl_links: false, unfurl_media: false, text: String }],
]
for (const [kind, response, query, expected] of chats)
  t.test(`${kind}: a text without markup, signed where the receiver can check it`, async (t) => {
    const env = { NOTIFY_KIND: kind, ...(kind !== 'slack' && { NOTIFY_SECRET: secret }) }
    const { hook, site, requestFor } = await createWorld(t, env)
    hook.respond.body = response
    const message = '<!channel> <at user_id="all"></at> @all [x](http://evil.example) **b** & c'
    const { path, body } = await requestFor({ ...typed, message })
    t.strictSame(Object.fromEntries(new URL(path, hook.url).searchParams), { key: 'K', ...query })
    t.match(JSON.parse(body), expected)
    t.match(body, '＜!channel＞ ＜at')
    t.notMatch(body, /[<>]/)
    await untilWaiting(site, 0, 'webhook')
  })

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
