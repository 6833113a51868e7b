// Notices: a message as title, rows and reply address, and what each channel sends of it, without a site around them.
import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import { parseConfig } from '../../server/config/config.ts'
import { createNoticeChannels } from '../../server/forms/forms.ts'
import {
  createMessage,
  fieldsIn,
  type Message,
  readFlags,
  type Store,
  writeDelivery,
} from '../../server/forms/message.ts'
import { noticeOf } from '../../server/forms/notice.ts'
import { defaultForm, type FormField } from '../../shared/form.ts'
import type { SiteLanguages } from '../../shared/languages.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import { createLog } from '../helpers/log.ts'
import { createMailServer } from '../helpers/mail-server.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'

const start = Date.UTC(2026, 10, 20)
const typed = { name: 'Li', contact: 'a@b.example', message: '<!channel> <at user_id="all"></at> **b** & c' }

function messageOf(fields: object, more: Partial<Message> = {}) {
  const about = {
    key: 'k-1',
    form: ':name',
    locale: 'en',
    fingerprint: '',
    flags: '',
    deliveries: [],
  } as const
  return createMessage({ ...about, deliveries: [], received: start, fields: JSON.stringify(fields), ...more })
}

function optionsOf(env: Record<string, string>, form = defaultForm, known: SiteLanguages = ['zh', 'en']) {
  const parsed = parseConfig({ SITE_URL: 'https://www.site.example', ...env }, '/content')
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const siteSettings = { languages: () => known, offsetAt: () => () => 8 * 3_600_000 }
  return { config: parsed.config, form: () => form, messages: { zh, en }, siteSettings }
}

const common = { required: false, limit: 9, autoComplete: 'off' }
const choices = Object.entries({ dark: { zh: '深', en: 'Dark' }, odd: {} })
const ownForm: FormField[] = [
  { ...common, name: 'mail', type: 'email', label: { zh: '邮箱', en: 'E-mail' } },
  {
    ...{ ...common, name: 'roast', type: 'select', label: { en: 'Roast\n\u202e<b>' } },
    choices: choices.map(([value, label]) => ({ value, label })),
  },
  { ...common, name: 'name', type: 'text', label: {} },
]

t.test('rows are the fields of the form in its order, then the others, then what is known', async (t) => {
  const own = { roast: 'dark', mail: 'a@b.example' }
  const fields = { 'x\ny': '1', note: 'a\r\nb\u2028c', empty: '', product: '7', ...own }
  const notice = noticeOf(messageOf(fields, { form: 'other' }), optionsOf({}, ownForm))
  t.match(notice.id, /^[\w-]{32}$/)
  t.strictSame([notice.title, notice.replyTo], ['New message / 新留言 – www.site.example', 'a@b.example'])
  t.equal(
    notice.body,
    `E-mail / 邮箱: a@b.example
Roast <b>: Dark / 深
Product id / 产品编号: 7
x y: 1
note:
    a
    b
    c
Form / 表单: other
Received / 收到时间: 2026-11-20 08:00
Reference / 编号: XF5TW2V9`,
  )
  t.match(notice.labels, { mail: 'E-mail / 邮箱', 'x\ny': 'x y', form: 'Form / 表单' })
  t.equal(notice.labels['empty'], undefined)
})

t.test('the languages, choices and addresses that a message has', async (t) => {
  const [both, own, one] = [optionsOf({}), optionsOf({}, ownForm), optionsOf({}, defaultForm, ['en'])]
  const title = 'New message / 新留言 – www.site.example'
  const email = { topic: '水😀'.repeat(40), email: 'x', contact: 'A@B.example' }
  const trap = 'possible spam: a field that people do not see was filled in; many links'
  const flags = { flags: 'links x trap' }
  const rows: [message: Message, options: typeof own, title: string, row: string, replyTo?: string][] = [
    [messageOf({ name: 'Li' }), both, `${title} – Li`, 'Name / 姓名: Li'],
    [
      messageOf({ name: 'Li' }, { locale: 'zh' }),
      both,
      '新留言 / New message – www.site.example – Li',
      '姓名 / Name: Li',
    ],
    [messageOf({ name: 'Li' }), one, 'New message – www.site.example – Li', 'Name: Li'],
    [messageOf({ name: 'Li' }), own, `${title} – Li`, 'name: Li'],
    [messageOf({ roast: 'odd' }), own, title, 'Roast <b>: odd'],
    [messageOf({ roast: 'red' }), own, title, 'Roast <b>: red'],
    [
      messageOf(email),
      both,
      `${title} – ${'水😀'.repeat(30)}`,
      'Email or phone / 邮箱或电话: A@B.example',
      'A@b.example',
    ],
    [messageOf({}, flags), one, '[possible spam] New message – www.site.example', trap],
  ]
  for (const [message, options, ...expected] of rows) {
    const { title, body, replyTo } = noticeOf(message, options)
    t.strictSame([title, body.split('\n')[0], replyTo], [...expected, undefined].slice(0, 3))
  }
})

t.test('a message: its fields as texts, its flags, and the digest of its form and content', async (t) => {
  t.strictSame(fieldsIn('{"a":"b","c":1,"d":{"e":[]}}'), { a: 'b', c: '1', d: '{"e":[]}' })
  for (const text of ['[1]', 'x', '']) t.strictSame(fieldsIn(text), {})
  t.strictSame(readFlags('links too-fastest trap'), ['trap', 'links'])
  const others = [{ key: 'k-2' }, { form: '%3Aname' }, { fields: '{}' }].map((more) => messageOf(typed, more))
  const same = others.map(({ digest }) => digest === messageOf(typed).digest)
  t.strictSame([same, others[1]?.digest === others[2]?.digest], [[true, false, false], false])
})

t.test('the text of a message is deleted when the upstream and all channels have it', async (t) => {
  for (const [upstream, email, expected] of [
    ['delivered', 'delivered', ['put', 'clear k-1']],
    ['delivered', 'waiting', ['put']],
    [undefined, 'delivered', ['put']],
  ] as const) {
    const ofEmail = { channel: 'email', state: email, attempts: 1, error: '' } as const
    const ofUpstream = upstream && ({ ...ofEmail, channel: 'upstream', state: upstream } as const)
    const deliveries = [ofEmail, ...(ofUpstream ? [ofUpstream] : [])]
    const calls: string[] = []
    const store: Store = {
      ...{ name: 'disk', add: async () => undefined, claim: async () => [], list: async () => [] },
      ...{ remove: async () => {}, usage: async () => ({ waiting: 0, refused: 0, oldestMs: 0 }) },
      put: async () => void calls.push('put'),
      get: async () => messageOf(typed, { deliveries }),
      clear: async (key: string) => void calls.push(`clear ${key}`),
    }
    await writeDelivery(store, 'k-1', ofEmail, 0)
    t.strictSame(calls, expected)
  }
})

async function channelOf(env: Record<string, string>) {
  const { log, lines } = createLog()
  const options = optionsOf(env)
  const notice = (message: Message) => noticeOf(message, options)
  const [channel] = await createNoticeChannels(options.config, notice, { log, now: () => start })
  if (!channel) throw new Error('no channel')
  return { lines, send: (message = messageOf(typed)) => channel.send({ message, attempts: 1 }) }
}

async function createHook(t: Test, env: Record<string, string>) {
  const hook = await createWebhookServer(t)
  const channel = await channelOf({ NOTIFY_URL: `${hook.url}/hook?key=K`, ...env })
  const sent = () => hook.requests.at(-1)!
  return { hook, ...channel, sent, body: () => JSON.parse(sent().body) }
}

const secret = 'a-secret-of-16-characters'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64')
const seconds = `${start / 1000}`
const chat = `New message / 新留言 – www.site.example – Li

Name / 姓名: Li
Email or phone / 邮箱或电话: a@b.example
Message / 留言内容: ＜!channel＞ ＜at user_id="all"＞＜/at＞ **b** & c
Received / 收到时间: 2026-11-20 08:00
Reference / 编号: XF5TW2V9`
const delivered = { state: 'delivered', error: '' }
const failed = (error: string, pauseMs?: number) => ({ state: 'waiting', error, pauseMs })

t.test('a chat gets a text without markup, signed where it checks it; its errors are repeated', async (t) => {
  const stamp = { timestamp: seconds, sign: hmac(`${seconds}\n${secret}`, '') }
  const query = `&timestamp=${start}&sign=${encodeURIComponent(hmac(secret, `${start}\n${secret}`))}`
  const text = { msgtype: 'text', text: { content: chat } }
  const feishu = { msg_type: 'text', content: { text: chat } }
  const slack = { text: chat, mrkdwn: false, unfurl_links: false, unfurl_media: false }
  const long = 'x'.repeat(20)
  const rows: [kind: string, NOTIFY_SECRET: string, query: string, body: object, responses: object][] = [
    ['slack', '', '', slack, { ok: '' }],
    ['wecom', '', '', text, { '{"errcode":0}': '', '{"errcode":45009}': '45009' }],
    ['dingtalk', secret, query, text, { [`{"errcode":"${long}x"}`]: long }],
    ['feishu', secret, '', { ...stamp, ...feishu }, { '{"code":19001}': '19001' }],
    ['feishu', '', '', feishu, { '{"StatusCode":0}': '', '<p>': 'no code' }],
  ]
  for (const [kind, NOTIFY_SECRET, query, expected, responses] of rows)
    for (const [response, code] of Object.entries(responses)) {
      const { hook, send, sent, body } = await createHook(t, { NOTIFY_KIND: kind, NOTIFY_SECRET })
      Object.assign(hook.respond, { body: response, headers: { 'retry-after': '60' } })
      t.strictSame(await send(), code ? failed(`200, error ${code}`, 60_000) : delivered, kind)
      t.strictSame([sent().path, body()], [`/hook?key=K${query}`, expected])
    }
})

t.test('a long text is cut between two characters, at the limit of its kind', async (t) => {
  for (const [NOTIFY_KIND, most] of [
    ['wecom', 2000],
    ['slack', 15_000],
  ] as const) {
    const { send, body } = await createHook(t, { NOTIFY_KIND })
    const text = () => String(body().text.content ?? body().text)
    for (const more of ['', 'x', 'xx']) {
      await send(messageOf({ message: more + '水'.repeat(most / 3) }))
      const bytes = Buffer.byteLength(text()) - 3
      t.ok(/水…$/.test(text()) && bytes <= most && bytes > most - 3, `${bytes}`)
    }
    await send(messageOf({ message: '水'.repeat(most / 3 - 100) }))
    t.match(text(), /XF5TW2V9$/)
  }
})

t.test('json: a request with an id, signed where there is a secret, which may be base64', async (t) => {
  const bytes = Buffer.from('0123456789abcdef0123456789abcdef')
  const keys = [
    ['', ''],
    [secret, secret],
    [`whsec_${bytes.toString('base64')}`, bytes],
  ] as const
  for (const [NOTIFY_SECRET, key] of keys) {
    const { send, sent, body } = await createHook(t, { NOTIFY_SECRET })
    await send(messageOf({ name: 'Li' }, { flags: 'trap' }))
    const { headers } = sent()
    const id = headers['webhook-id']
    const signature = key && `v1,${hmac(key, `${id}.${seconds}.${sent().body}`)}`
    t.equal(headers['webhook-signature'], signature || undefined)
    t.equal(headers['content-type'], 'application/json; charset=utf-8')
    t.match(headers, { 'webhook-timestamp': seconds, 'idempotency-key': id, 'user-agent': 'site-notify' })
    const about = { key: 'k-1', reference: 'XF5TW2V9', language: 'en', title: / Li$/, spam_flags: ['trap'] }
    const shown = { reply_to: null, fields: { name: 'Li' }, labels: { name: 'Name / 姓名' } }
    const received_at = '2026-11-20T00:00:00.000Z'
    t.match(body(), { type: 'form.message', id, message: { ...about, ...shown, received_at } })
  }
})

t.test('a status of a webhook: 3xx and 4xx wait for the operators, others are repeated', async (t) => {
  const { hook, send } = await createHook(t, {})
  hook.respond.headers = { 'retry-after': '60', location: '/elsewhere' }
  const sendTo = async (status: number) => {
    hook.respond.status = status
    return send()
  }
  t.strictSame(await sendTo(204), delivered)
  for (const status of [300, 307, 404, 499])
    t.strictSame(await sendTo(status), { state: 'refused', error: `${status}` })
  for (const status of [429, 500]) t.strictSame(await sendTo(status), failed(`${status}`, 60_000))
  t.equal(hook.requests.length, 7, 'a redirect is not followed')
  await hook.close()
  const { send: sendToNone } = await channelOf({ NOTIFY_URL: hook.url })
  t.match(await sendToNone(), { state: 'waiting', error: / from 127\.0\.0\.1:\d+$/ })
})

t.test('an e-mail: its sender, addresses and text, and what its failures are', async (t) => {
  const mail = await createMailServer(t)
  const env = { SMTP_URL: mail.url, NOTIFY_TO: 'a@x.example, B@x.example' }
  const { send, lines } = await channelOf(env)
  t.strictSame(await send(), delivered)
  const { fields, text, ...envelope } = mail.mails[0]!
  t.match(envelope, { from: 'no-reply@site.example', to: ['a@x.example', 'B@x.example'] })
  const one = (name: string) => fields.get(name)?.join()
  t.equal(one('from'), '"site.example" <no-reply@site.example>')
  t.match(one('message-id'), /^<[\w-]{32}@site\.example>$/)
  t.strictSame([one('reply-to'), one('auto-submitted')], ['a@b.example', 'auto-generated'])
  t.match(text.replaceAll('\r\n', '\n'), `${one('subject')}\n\nName / 姓名: Li\n`)
  const named = await channelOf({ ...env, NOTIFY_FROM: 'Site <web@mail.example>' })
  await named.send(messageOf({ name: 'Li' }))
  const last = mail.mails.at(-1)!
  t.strictSame([last.from, last.fields.get('reply-to')], ['web@mail.example', undefined])
  t.match(last.fields.get('message-id')?.[0], /@mail\.example>$/)
  const { host } = new URL(mail.url)
  const to = (code: number, start = '') => ({ rcpt: (to: string) => (to.startsWith(start) ? code : 0) })
  for (const [fail, outcome] of [
    [to(550, 'a'), delivered],
    [to(550), { state: 'refused', error: '550' }],
    [to(450), failed(`EENVELOPE 450 from ${host}`)],
    [
      { ...to(0), data: 500 },
      { state: 'refused', error: '500' },
    ],
    [{ data: 452 }, failed(`EMESSAGE 452 from ${host}`)],
  ] as const) {
    Object.assign(mail.fail, fail)
    t.strictSame(await send(), outcome)
  }
  t.match(lines, [
    { level: 50, channel: 'email', rejected: [1], of: 2, msg: 'addresses of NOTIFY_TO rejected' },
  ])
  await mail.close()
  t.strictSame(await send(), failed(`ESOCKET ECONNREFUSED from ${host}`))
})
