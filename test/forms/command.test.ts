// node dist/server/main.js forms, beside a running server: list, export, delete, retry and test.
import t from 'tap'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, formCall, formsAt, typed } from '../helpers/form.ts'
import { createMailServer } from '../helpers/mail-server.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { status } from '../helpers/upstream.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { runProgram } from '../server/commands/process.ts'
import { exported, runForms, untilRefused, untilWaiting } from './world.ts'

const time = '2026-01-01T00:00:00.000Z'
const dayMs = 86_400_000

t.test('list and export have all messages of the content folder, without spreadsheet formulas', async (t) => {
  const clock = { now: Date.parse(time) }
  const options = { folder: smallFolder, now: () => clock.now, watch: false }
  const site = await createEmbeddedSite(t, { ...options, env: { FORM_RATE_LIMIT: '0' } })
  const env = { CONTENT_DIR: smallFolder, DATA_DIR: site.dataDir }
  t.strictSame(await runForms('list', env), { out: '', err: '', code: 0 })
  const common = { contact: '+86 574 8765', consent: 'yes' }
  const hostile = { ...common, name: '=HYPERLINK("x")', message: 'a\n"b",c' }
  await call(site, hostile, { 'idempotency-key': 'a' })
  clock.now += 1
  const spam = { ...common, name: '王', message: 'b', homepage: 'x' }
  await call(site, spam, { 'idempotency-key': 'b' })
  t.strictSame(await runProgram(['forms', 'list'], env), {
    out:
      `${time}  stored     :name  SENJT5BX  a  =HYPERLINK("x")\n` +
      '2026-01-01T00:00:00.001Z  stored     :name  9GXYSHV6  b  [trap]  王\n',
    err: '',
    code: 0,
  })
  t.equal(
    (await runForms('export', env)).out,
    '\ufeff"reference","id","received","state","form","flags","name","contact","message","consent"\r\n' +
      `"SENJT5BX","a","${time}","stored",":name","","'=HYPERLINK(""x"")","'+86 574 8765","a\n""b"",c","yes"\r\n` +
      `"9GXYSHV6","b","2026-01-01T00:00:00.001Z","stored",":name","trap","王","'+86 574 8765","b","yes"\r\n`,
  )
  const starts = [...'=+-@|%＝＋－＠']
  for (const start of starts) await call(site, { ...common, name: 'a', message: `${start}1` })
  const odd = await call(site, { ...typed, constructor: 'x', state: 'delivered' })
  const { out } = await runForms('export', env)
  for (const start of starts) t.match(out, `"'${start}1"`)
  t.match(out, '"consent","constructor","state"\r\n')
  t.match(out, `"'＠1","yes","",""\r\n`, 'others have no such field')
  t.match((await runForms(`show ${odd.headers['form-reference']}`, env)).out, /^state: stored$/m)
  t.equal((await runForms('delete --older-than 0', env)).out, '13 deleted\n')
  t.strictSame(await exported(env), [])
})

for (const store of ['disk', 'redis'] as const) {
  if (store === 'redis' && isRedisMissing(t)) break
  t.test(`${store}: what waits or was refused is listed, deleted by age, and sent again`, async (t) => {
    const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
    const env = {
      DATA_DIR: temporaryFolder(t),
      NOTIFY_URL: hook.url,
      SMTP_URL: mail.url,
      NOTIFY_TO: 'a@b.example',
      FORM_RATE_LIMIT: '0',
      REDIS_URL: store === 'redis' ? (await startDurableRedis(t)).url : '',
    }
    const clock = { now: Date.now() }
    const site = await createSmallSite(t, { env, now: () => clock.now, monotonic: Date.now })
    const post = (key: string) => call(site, { ...typed, name: key }, { 'idempotency-key': key })
    const later = status(503, { 'retry-after': '600' })

    mail.fail.data = 554
    site.origin.answer(formCall, status(403))
    for (const key of ['refused', 'refused-2']) t.equal((await post(key)).statusCode, 202)
    await untilRefused(site, 2, 'email', store)
    await untilWaiting(site, 0, 'webhook', store)
    mail.fail.data = 0
    hook.respond.status = 404
    site.origin.answer(formCall, site.origin.pass)
    t.equal((await post('delivered')).statusCode, 200)
    site.origin.answer(formCall, later)
    t.equal((await post('waits')).statusCode, 202)
    await untilRefused(site, 2, 'webhook', store)
    await untilWaiting(site, 0, 'email', store)
    await untilWaiting(site, 1, 'upstream', store)
    await untilRefused(site, 2, 'upstream', store)

    const list = (await runForms('list', env)).out.split('\n').map((line) => line.slice(time.length + 2))
    t.strictSame(list.sort(), [
      '',
      'delivered  :name  ECPHTWGY  delivered  email:sent  webhook:refused  delivered, C & D, TL',
      'refused    :name  E4ZYKK3R  refused-2  email:refused  webhook:sent  refused-2, C & D, TL',
      'refused    :name  JXQVEEDZ  refused  email:refused  webhook:sent  refused, C & D, TL',
      'waiting    :name  MN65Y33J  waits  email:sent  webhook:refused  waits, C & D, TL',
    ])
    const states = (await exported(env)).map(({ id, state }) => `${id} ${state}`)
    t.strictSame(states.sort(), ['refused refused', 'refused-2 refused', 'waits waiting'])

    const given = formsAt(site.origin).length
    site.origin.answer(formCall, site.origin.pass)
    hook.respond.status = 200
    const { out } = await runForms('retry', env)
    t.equal(out, '3 and 4 notifications to be sent again by the running server\n')
    for (const channel of ['upstream', 'email', 'webhook']) {
      await untilWaiting(site, 0, channel, store)
      await untilRefused(site, 0, channel, store)
    }
    t.equal(formsAt(site.origin).length, given + 3, 'each once')
    t.equal((await runForms('list', env)).out, '')
    const hooked = hook.requests.filter(({ status }) => status === 200)
    t.strictSame([mail.mails.length, hooked.length], [4, 4], 'each once')

    clock.now -= 729 * dayMs
    site.origin.answer(formCall, status(403))
    await post('old')
    site.origin.answer(formCall, later)
    await post('old-waits')
    await untilRefused(site, 1, 'upstream', store)
    t.equal((await runForms('delete', env)).out, '0 deleted\n')
    t.equal((await runForms('delete --older-than 728', env)).out, '1 deleted\n')
    t.match(await exported(env), [{ id: 'old-waits', state: 'waiting' }])
  })
}

t.test('what a visitor has sent is neither a row nor a command of the terminal', async (t) => {
  const env = { DATA_DIR: temporaryFolder(t) }
  const site = await createSmallSite(t, { env })
  site.origin.answer(formCall, status(503, { 'retry-after': '600' }))
  const { headers } = await call(site, { name: 'a\nb\u001b[2J' }, {}, 'other')
  t.match((await runForms('list', env)).out, / {2}a b \[2J\n$/)
  t.match((await runForms(`show ${headers['form-reference']}`, env)).out, 'name: a\n  b [2J\n')
})

t.test('test sends by each channel, and fails with the reason', async (t) => {
  const [mail, hook] = [await createMailServer(t), await createWebhookServer(t)]
  const plain = { DATA_DIR: temporaryFolder(t), SITE_URL: 'https://www.company.example' }
  const env = { ...plain, SMTP_URL: mail.url, NOTIFY_TO: 'a@b.example', NOTIFY_URL: `${hook.url}/x` }
  t.match(await runForms('test', env), { code: 0, out: 'email: sent\nwebhook: sent\n' })
  t.match(mail.mails[0]?.text, 'This is a test notification')
  t.equal(hook.requests.length, 1)
  hook.respond.status = 404
  t.match(await runForms('test', env), { code: 1, err: 'email: sent\nwebhook: not sent, 404' })
  t.match(await runForms('test', plain), { code: 1, err: /no notifications are configured/ })
})
