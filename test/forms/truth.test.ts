// The response to a message: received, rejected with the upstream's words, or not stored.
import t from 'tap'
import { call, formCall, formsAt, post, typed } from '../helpers/form.ts'
import { find } from '../helpers/html.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { reset, status } from '../helpers/upstream.ts'
import { exported, runForms, untilRefused, untilWaiting } from './world.ts'

const key = (name: string) => ({ 'idempotency-key': name })
const alertIn = (html: string) => find(html, /role="alert"[^>]*><p>([^<]*)</)

const rejections: [name: string, body: string, status: number, message: string, code?: number][] = [
  ['success: false without a message', '{"success":false}', 200, 'System error'],
  ['success: false with msg', '{"success":false,"msg":"closed"}', 200, 'closed'],
  ['a text', 'no such product', 422, 'no such product'],
  ['JSON in a JSON string', JSON.stringify('{"message":"deep"}'), 400, 'deep'],
  ['code 40002', '{"code":40002,"message":"log in"}', 409, 'log in', 40002],
]
t.test('a message that the upstream rejects is not called received', async (t) => {
  const env = { DATA_DIR: temporaryFolder(t), FORM_RATE_LIMIT: '0' }
  const site = await createSmallSite(t, { env })
  for (const [name, body, status, message, code] of rejections) {
    site.origin.answer(formCall, (_request, response) => void response.writeHead(status).end(body))
    const page = await post(site, '/en/contact', typed)
    t.strictSame([page.statusCode, alertIn(page.body)], [422, `Your message was not sent. ${message}`], name)
    const called = await call(site, typed)
    t.equal(called.statusCode, status, name)
    const { success, msg, message: told = msg, code: passed } = called.json()
    t.strictSame(
      [success === true, told, passed],
      [false, message, code],
      `${name}: callers resolve by the code`,
    )
  }
  t.strictSame(await exported(env), [])
})

t.test('what only the operator can put right is received, named by /readyz, and sent by retry', async (t) => {
  const env = { DATA_DIR: temporaryFolder(t) }
  const site = await createSmallSite(t, { env })
  for (const [status, code] of Object.entries({ 401: 40001, 404: 40003 })) {
    const restore = site.origin.json(formCall, { code, message: 'who are you' }, Number(status))
    t.equal((await call(site, { ...typed, topic: status })).statusCode, 202, status)
    t.equal((await post(site, '/en/contact', { ...typed, topic: `page ${status}` })).statusCode, 303, status)
    restore()
  }
  const warnings = async () => (await site.get('/readyz')).json().warnings ?? []
  await until(async () => String(await warnings()).includes('forms rejected: 4 for upstream'))
  t.match((await runForms('retry', env)).out, /^4 to be sent again/)
  await untilRefused(site, 0)
  await untilWaiting(site, 0)
  t.equal(formsAt(site.origin).length, 8)
})

t.test('with FORM_RESEND=off a message is sent once, and then by the operator', async (t) => {
  const env = { DATA_DIR: temporaryFolder(t), FORM_RESEND: 'off' }
  const site = await createSmallSite(t, { env })
  site.origin.answer(formCall, reset)
  t.equal((await call(site, typed, key('k'))).statusCode, 202)
  await untilRefused(site, 1)
  site.origin.answer(formCall, status(503))
  t.equal((await call(site, { ...typed, name: 'B' }, key('b'))).statusCode, 202)
  await untilRefused(site, 2)
  site.origin.answer(formCall, site.origin.pass)
  const { out } = await runForms('list', env)
  const [reference = ''] = /(?<=:name {2})[2-9A-Z]{8}(?= {2}k )/.exec(out) ?? []
  t.match((await runForms(`show ${reference}`, env)).out, /^name: 王 "<b>"$[\s\S]*^upstream: refused, \w+$/m)
  const sent = formsAt(site.origin).length
  t.match((await runForms(`retry ${reference.toLowerCase()}`, env)).out, /^1 to be sent again/)
  await until(() => formsAt(site.origin).length === sent + 1)
  await until(async () => (await exported(env)).length === 1)
  t.match(await exported(env), [{ id: 'b', state: 'refused' }])
  t.match(await runForms('retry NOSUCHXX', env), { code: 1, err: /no message has the reference NOSUCHXX/ })
})

t.test(
  'with FORM_RESEND=off a message whose server was killed while it was sent is not sent again',
  async (t) => {
    const env = { DATA_DIR: temporaryFolder(t), FORM_RESEND: 'off' }
    // Its lease does not end by itself.
    const now = () => Date.UTC(2026, 10, 20)
    const first = await createSmallSite(t, { env, now, formTimeoutMs: 50 })
    const { release } = first.origin.hold(formCall)
    t.equal((await call(first, typed, key('k'))).statusCode, 202)
    // As a kill leaves it: the attempt has no outcome.
    const second = await createSmallSite(t, { env, now })
    await untilRefused(second, 1)
    const line = second.lines.find(({ msg }) => msg === 'form message rejected, stored in the outbox')
    t.match(line, { reason: 'interrupted, and FORM_RESEND=off' })
    t.strictSame(formsAt(second.origin), [])
    // Else the first one waits for its attempt at the end.
    release()
  },
)
