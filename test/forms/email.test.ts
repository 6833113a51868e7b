// E-mail notifications: hostile input, and which failures are repeated. What a mail contains: notices.test.ts.
import type { Test } from 'tap'
import t from 'tap'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createMailServer, type MailServer } from '../helpers/mail-server.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { words } from '../helpers/words.ts'
import { untilRefused } from './world.ts'

const to = ['sales@company.example', 'Support@company.example']

async function createWorld(t: Test, env: Record<string, string> = {}, server?: MailServer) {
  const mail = server ?? (await createMailServer(t))
  const clock = { now: Date.UTC(2026, 10, 20) }
  const settings = { SMTP_URL: mail.url, NOTIFY_TO: to.join(', '), FORM_RATE_LIMIT: '0', ...env }
  const site = await createSmallSite(t, { env: settings, now: () => clock.now })
  return {
    mail,
    site,
    linesOf: (event: string) => site.lines.filter(({ msg }) => msg === event),
    /** Moves the clock until so many mails were received. */
    received: (count: number) =>
      until(() => {
        clock.now += 60_000
        return mail.mails.length === count
      }),
  }
}

const unsent = 'form message not delivered yet'

const knownFields = words(`
  from reply-to to subject message-id date mime-version content-type content-transfer-encoding auto-submitted
`)

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
  for (const { to: recipients, fields, text } of mail.mails) {
    t.strictSame(recipients, to)
    const unknown = [...fields.keys()].filter((name) => !knownFields.includes(name))
    t.strictSame(unknown, [])
    t.strictSame(fields.get('to')?.length, 1)
    t.notMatch(fields.get('reply-to')?.[0] ?? '', /victim|,|[<>]/)
    t.notMatch(fields.get('subject')?.[0], /[\r\n\u2028\u202e]/)
    t.equal(text.match(/^Reference \/ 编号: /gm)?.length, 1)
    t.notMatch(text, /^(?:Bcc|Reply-To|Reference): /m, 'lines of a value are indented')
  }
  const replies = mail.mails.map(({ fields }) => fields.get('reply-to')?.[0])
  t.ok(replies.includes('a@xn--fsqu00a.xn--55qx5d'), String(replies))
})

t.test('the largest form is sent whole', async (t) => {
  const { mail, site } = await createWorld(t)
  const rows = Array.from({ length: 1000 }, (_, line) => `水${line}`)
  const message = rows.join('\n').slice(0, 5000)
  t.equal((await call(site, { ...typed, message })).statusCode, 200)
  await until(() => mail.mails.length === 1)
  const [sent] = mail.mails
  const lines = sent!.text.split('\n').map((line) => line.trim())
  const lost = message.split('\n').filter((line) => !lines.includes(line))
  t.strictSame(lost, [])
  for (const line of sent!.raw.split('\r\n')) t.ok(line.length <= 998, 'RFC 5322 §2.1.1')
})

t.test('a permanent rejection is stored, a temporary one repeated', async (t) => {
  const { mail, site, linesOf, received } = await createWorld(t)
  mail.fail.data = 554
  await call(site, typed)
  await untilRefused(site, 1, 'email')
  const rejected = linesOf('form message rejected, stored in the outbox')
  t.match(rejected, [{ level: 50, channel: 'email', reason: '554' }])
  mail.fail.data = 452
  await call(site, { ...typed, topic: 'B' })
  await until(() => linesOf(unsent).length > 0)
  t.match(linesOf(unsent)[0], { reason: /^EMESSAGE 452 from 127\.0\.0\.1:\d+$/ })
  mail.fail.data = 0
  await received(1)
  t.match(mail.mails[0]?.fields.get('subject')?.[0], / – B$/)
  await untilRefused(site, 1, 'email')
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
  const { site, linesOf, received } = await createWorld(t, { SMTP_URL: url }, mail)
  await call(site, typed)
  await until(() => linesOf(unsent).length > 0)
  t.match(linesOf(unsent)[0], { reason: `EAUTH 535 from ${new URL(mail.url).host}` })
  accounts.password = 'p:ss/word'
  await received(1)
  t.equal(mail.mails[0]?.from, 'web@company.example')
  t.notMatch(JSON.stringify(site.lines), /p:ss|p%3Ass/)
})
