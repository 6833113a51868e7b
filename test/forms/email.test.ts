// E-mail notifications: hostile input, and which failures are repeated. What a mail contains: notices.test.ts.
import type { Test } from 'tap'
import t from 'tap'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createMailServer, type MailServer } from '../helpers/mail-server.ts'
import { metricOf } from '../helpers/ops.ts'
import type { Site } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { words } from '../helpers/words.ts'
import { channelGauge } from './world.ts'

const start = Date.UTC(2026, 10, 20)
const to = 'sales@company.example, Support@Company.example'

async function createWorld(t: Test, env: Record<string, string> = {}, server?: MailServer) {
  const mail = server ?? (await createMailServer(t))
  const clock = { now: start }
  const settings = { SMTP_URL: mail.url, NOTIFY_TO: to, FORM_RATE_LIMIT: '0', ...env }
  const site = await createSmallSite(t, { env: settings, now: () => clock.now })
  return { mail, clock, site, metric: (name: string) => metricOf(site, name) }
}

const lineOf = ({ lines }: Site, event: string) => lines.filter(({ msg }) => msg === event)
const field = (mail: MailServer, name: string, at = 0) => mail.mails[at]?.fields.get(name)
const outbox = (state: string) => channelGauge(state, 'email')

t.test('no text of a visitor adds a header field, an address or a row', async (t) => {
  const { mail, site } = await createWorld(t)
  const evil = 'x\r\nBcc: victim@evil.example\r\n\r\nbody'
  const hostile: Record<string, string>[] = [
    { name: 'a', message: 'b', contact: 'a@b.example, victim@evil.example', topic: '=?utf-8?q?a?=' },
    { name: 'a', message: 'b', email: '"a,victim@evil.example"@b.example' },
    { name: 'a', message: 'b', email: 'a@b.example\u0000>\r\nBcc: victim@evil.example' },
    { name: evil, message: evil, email: 'a@b.example', topic: evil, [evil]: evil },
    { name: 'x\u2028Bcc: victim@evil.example', message: '\u202egnp.exe', email: '王@例子.公司' },
    { name: 'a', message: 'Reference: forged\nReply-To: victim@evil.example', email: 'a@例子.公司' },
  ]
  // The upstream of other forms has other rules for their fields.
  site.origin.json(formCall, { success: true, data: { id: 'x' }, msg: '' })
  for (const fields of hostile) await call(site, fields, {}, 'other')
  const accepted = formsAt(site.origin).length
  t.ok(accepted >= 4, `${accepted} were accepted`)
  await until(() => mail.mails.length === accepted)
  for (const one of mail.mails) {
    t.strictSame(one.to, ['sales@company.example', 'Support@company.example'])
    t.equal(one.fields.get('bcc'), undefined)
    t.strictSame(one.fields.get('to')?.length, 1)
    t.notMatch(one.fields.get('reply-to')?.[0] ?? '', /victim|,|[<>]/)
    t.strictSame(
      [...one.fields.keys()].filter((name) => !knownFields.includes(name)),
      [],
    )
    t.notMatch(one.fields.get('subject')?.[0], /[\r\n\u2028\u202e]/)
    t.equal(one.text.match(/^Reference \/ 编号: /gm)?.length, 1)
    t.notMatch(one.text, /^(?:Bcc|Reply-To|Reference): /m, 'lines of a value are indented')
  }
  const replies = mail.mails.map(({ fields }) => fields.get('reply-to')?.[0])
  t.ok(replies.includes('a@xn--fsqu00a.xn--55qx5d'), String(replies))
})

const knownFields = words(`
  from reply-to to subject message-id date mime-version content-type content-transfer-encoding auto-submitted
`)

t.test('the largest form that is accepted is sent whole', async (t) => {
  const { mail, site } = await createWorld(t)
  const message = Array.from({ length: 1000 }, (_, line) => `水${line}`)
    .join('\n')
    .slice(0, 5000)
  t.equal((await call(site, { ...typed, message })).statusCode, 200)
  await until(() => mail.mails.length === 1)
  const lines = mail.mails[0]!.text.split('\n').map((line) => line.trim())
  t.strictSame(
    message.split('\n').filter((line) => !lines.includes(line)),
    [],
  )
  for (const line of mail.mails[0]!.raw.split('\r\n')) t.ok(line.length <= 998, 'RFC 5322 §2.1.1')
})

t.test('a permanent rejection is stored, a temporary one repeated', async (t) => {
  const { mail, clock, site, metric } = await createWorld(t)
  mail.fail.data = 554
  await call(site, typed)
  await until(async () => (await metric(outbox('refused'))) === 1)
  t.match(lineOf(site, 'form message rejected, stored in the outbox'), [
    { level: 50, channel: 'email', reason: '554' },
  ])
  mail.fail.data = 452
  await call(site, { ...typed, topic: 'B' })
  await until(() => lineOf(site, 'form message not delivered yet').length > 0)
  t.match(lineOf(site, 'form message not delivered yet')[0], {
    reason: /^EMESSAGE 452 from 127\.0\.0\.1:\d+$/,
  })
  mail.fail.data = 0
  await until(() => {
    clock.now += 60_000
    return mail.mails.length === 1
  })
  t.match(field(mail, 'subject')?.[0], / – B$/)
  t.equal(await metric(outbox('refused')), 1)
})

t.test('a wrong password is named, without it', async (t) => {
  const accounts = { password: 'other' }
  const mail = await createMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === 'web@company.example' && password === accounts.password
      done(isRight ? null : new Error('wrong'), isRight ? { user: username } : undefined)
    },
  })
  const url = mail.url.replace('//', '//web%40company.example:p%3Ass%2Fword@')
  const { clock, site } = await createWorld(t, { SMTP_URL: url }, mail)
  await call(site, typed)
  await until(() => lineOf(site, 'form message not delivered yet').length > 0)
  t.match(lineOf(site, 'form message not delivered yet')[0], {
    reason: `EAUTH 535 from ${new URL(mail.url).host}`,
  })
  accounts.password = 'p:ss/word'
  await until(() => {
    clock.now += 60_000
    return mail.mails.length === 1
  })
  t.equal(mail.mails[0]?.from, 'web@company.example')
  t.notMatch(JSON.stringify(site.lines), /p:ss|p%3Ass/)
})
