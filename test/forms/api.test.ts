// POST /api/home/form/*: the JSON call uses the submission service.
import t from 'tap'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { outboxGauge } from './world.ts'

t.test('the upstream’s response is passed through; a repeated key is its id', async (t) => {
  const site = await createSmallSite(t)
  const key = { 'idempotency-key': 'k-1', 'finger-print': 'visitor-1' }
  const first = await call(site, typed, key)
  t.equal(first.statusCode, 200)
  t.match(first.json(), { success: true, data: { id: /^[\w-]+$/ }, msg: '' })
  const again = await call(site, typed, { ...key, 'idempotency-key': '"k-1"' })
  t.strictSame([again.statusCode, again.json()], [200, { success: true, data: { id: 'k-1' }, msg: '' }])
  t.match(again.headers, { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  const other = await call(site, { ...typed, topic: 'B' }, key)
  t.match([other.statusCode, other.json()], [409, { success: false, data: null }], 'other content')
  const [sent, ...more] = formsAt(site.origin)
  t.strictSame(more, [])
  t.match(sent?.headers, { 'idempotency-key': 'k-1', 'finger-print': 'visitor-1', 'accept-language': 'en' })
})

t.test('fields are checked without a request to the upstream; other forms have other fields', async (t) => {
  const site = await createSmallSite(t)
  const { statusCode, json } = await call(site, { ...typed, name: ' ', contact: 'x' })
  const message = 'Please check your entries.'
  const errors = {
    name: ['Please enter your name'],
    contact: ['Please enter a valid email address or phone number'],
  }
  t.strictSame([statusCode, json()], [400, { success: false, data: null, msg: message, message, errors }])
  t.strictSame(formsAt(site.origin), [])
  t.equal((await call(site, { name: 'a', phone: '0574-8765 4321', message: 'b' })).statusCode, 200)
  t.equal((await call(site, { name: 'a', email: '王@例子.公司', message: 'b' })).statusCode, 200)
  site.origin.json(formCall, { success: true, data: { id: 'x' }, msg: '' })
  const other = { name: 'a', message: 'b', phone: '1', homepage: 'https://a.example', elapsed: '1' }
  t.equal((await call(site, other, {}, '%E8%AF%A2%E4%BB%B7')).statusCode, 200)
  const sent = formsAt(site.origin).at(-1)!
  t.equal(sent.path, '/api/home/form/%E8%AF%A2%E4%BB%B7')
  t.strictSame(JSON.parse(sent.body), other, 'untouched')
})

t.test('suspicious submissions get spam flags and are delivered', async (t) => {
  const site = await createSmallSite(t)
  const links = 'see https://a.example http://b.example www.c.example and [url=d]'
  for (const [more, flags] of [
    [{ elapsed: '60000', homepage: '' }, undefined],
    [{ homepage: 'https://spam.example' }, 'trap'],
    [{ elapsed: '40' }, 'too-fast'],
    [{ message: links }, 'links'],
    [{ company: 'www.spam.example', elapsed: '0', homepage: 'x' }, 'trap too-fast links'],
  ] as const) {
    t.equal((await call(site, { ...typed, ...more, topic: String(flags) })).statusCode, 200)
    const { headers, body } = formsAt(site.origin).at(-1)!
    t.equal(headers['form-flags'], flags)
    t.notMatch(JSON.parse(body), { elapsed: /./ })
    t.notMatch(JSON.parse(body), { homepage: /./ })
  }
})

t.test('the rate limit is per client address: 429 with Retry-After', async (t) => {
  let now = Date.UTC(2026, 10, 20)
  const config = { formRateLimit: 2, trustProxy: ['127.0.0.1'] }
  const site = await createSmallSite(t, { config, now: () => now })
  const from = (address: string, topic: string) =>
    call(site, { ...typed, topic }, { 'x-forwarded-for': address })
  for (const topic of ['1', '2']) t.equal((await from('2001:db8::1', topic)).statusCode, 200)
  const { statusCode, headers, json } = await from('2001:db8:0:0:ffff::2', '3')
  t.strictSame([statusCode, headers['retry-after']], [429, '600'], 'a network of IPv6 is one address')
  t.match(json(), { success: false, message: /^Too many/ })
  t.equal((await from('2001:db8:0:1::1', '3')).statusCode, 200)
  t.equal((await from('192.0.2.1', '4')).statusCode, 200)
  now += 600_001
  t.equal((await from('2001:db8::1', '5')).statusCode, 200)
  t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 5)
})

t.test('metrics count submissions and deliveries', async (t) => {
  const site = await createSmallSite(t, { now: () => Date.UTC(2026, 0, 1) })
  await call(site, typed)
  await call(site, { ...typed, name: '' })
  site.origin.answer(formCall, status(503))
  const { statusCode, json } = await call(site, { ...typed, topic: 'B' }, { 'idempotency-key': 'k-1' })
  t.strictSame([statusCode, json()], [202, { success: true, data: { id: 'k-1' }, msg: '' }])
  await until(async () => (await metricOf(site, outboxGauge('outbox'))) === 1)
  const { body } = await site.get('/metrics')
  for (const line of [
    'site_form_submissions_total{result="accepted"} 2',
    'site_form_submissions_total{result="invalid"} 1',
    'site_form_deliveries_total{channel="upstream",outcome="delivered"} 1',
    'site_form_deliveries_total{channel="upstream",outcome="failed"} 1',
    'site_form_refused{channel="upstream",outbox="disk"} 0',
  ])
    t.ok(body.includes(`\n${line}\n`), line)
  t.match(body, '\nsite_form_outbox_oldest_seconds{channel="upstream",outbox="disk"} 0\n')
  t.notMatch(JSON.stringify(site.lines), typed.contact)
})
