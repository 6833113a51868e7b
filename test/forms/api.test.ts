// POST /api/home/form/*: the JSON call uses the submission service, and rejects what is hostile.
import t from 'tap'
import { call, formCall, formsAt, keyOf, post, typed } from '../helpers/form.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { status } from '../helpers/upstream.ts'
import { untilWaiting } from './world.ts'

const site = await createSmallSite(t, { env: { FORM_RATE_LIMIT: '0' } })
/** The form requests to the upstream since the test has started. */
const sent = () => formsAt(site.origin)
t.beforeEach(() => void site.origin.requests.splice(0))

t.test('the upstream’s response is passed through; a repeated key is its id', async (t) => {
  const key = { 'idempotency-key': 'k-1', 'finger-print': 'visitor-1' }
  const first = await call(site, typed, key)
  t.equal(first.statusCode, 200)
  t.match(first.json(), { success: true, data: { id: /^[\w-]+$/ }, msg: '' })
  const again = await call(site, typed, { ...key, 'idempotency-key': '"k-1"' })
  t.strictSame([again.statusCode, again.json()], [200, { success: true, data: { id: 'k-1' }, msg: '' }])
  t.match(again.headers, { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
  const other = await call(site, { ...typed, topic: 'B' }, key)
  t.match([other.statusCode, other.json()], [409, { success: false, data: null }], 'other content')
  t.equal(sent().length, 1)
  const headers = { 'idempotency-key': 'k-1', 'finger-print': 'visitor-1', 'accept-language': 'en' }
  t.match(sent()[0]?.headers, headers)
})

t.test('fields are checked without a request to the upstream; other forms have other fields', async (t) => {
  const { statusCode, json } = await call(site, { ...typed, name: ' ', contact: 'x' })
  const message = 'Please check your entries.'
  const errors = {
    name: ['Please enter your name'],
    contact: ['Please enter a valid email address or phone number'],
  }
  t.strictSame([statusCode, json()], [400, { success: false, data: null, msg: message, message, errors }])
  t.strictSame(sent(), [])
  for (const contact of [{ phone: '0574-8765 4321' }, { email: '王@例子.公司' }])
    t.equal((await call(site, { name: 'a', ...contact, message: 'b' })).statusCode, 200)
  const restore = site.origin.json(formCall, { success: true, data: { id: 'x' }, msg: '' })
  const other = { name: 'a', message: 'b', phone: '1', homepage: 'https://a.example', elapsed: '1' }
  t.equal((await call(site, other, {}, '%E8%AF%A2%E4%BB%B7')).statusCode, 200)
  restore()
  const { path, body } = sent().at(-1)!
  t.equal(path, '/api/home/form/%E8%AF%A2%E4%BB%B7')
  t.strictSame(JSON.parse(body), other, 'untouched')
})

t.test('suspicious submissions get spam flags and are delivered', async (t) => {
  const links = 'see https://a.example http://b.example www.c.example and [url=d]'
  for (const [more, flags] of [
    [{ elapsed: '60000', homepage: '' }, undefined],
    [{ homepage: 'https://spam.example' }, 'trap'],
    [{ elapsed: '40' }, 'too-fast'],
    [{ message: links }, 'links'],
    [{ company: 'www.spam.example', elapsed: '0', homepage: 'x' }, 'trap too-fast links'],
  ] as const) {
    t.equal((await call(site, { ...typed, ...more, topic: String(flags) })).statusCode, 200)
    const { headers, body } = sent().at(-1)!
    t.equal(headers['form-flags'], flags)
    t.notOk(['elapsed', 'homepage'].some((name) => name in JSON.parse(body)))
  }
})

t.test('bodies that are not a flat JSON object of strings are rejected', async (t) => {
  const own = JSON.stringify(typed).slice(1)
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`f${at}`, 'x']))
  const bodies: Record<string, string | Buffer> = {
    nothing: '',
    'no JSON': 'name=x',
    'an array': '[]',
    deep: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    'a number': `{"a":1,${own}`,
    'a list': `{"a":["b"],${own}`,
    'the name __proto__': `{"__proto__":"x",${own}`,
    'a NUL': `{"a":"b\\u0000",${own}`,
    'half a character': `{"a":"\\ud800",${own}`,
    'a long text': `{"a":"${'x'.repeat(10_001)}",${own}`,
    'many fields': JSON.stringify(many),
    'bytes that are no UTF-8': Buffer.from('{"a":"\xc3("}', 'latin1'),
  }
  const headers = { 'content-type': 'application/json' }
  for (const [name, payload] of Object.entries(bodies)) {
    const request = { method: 'POST', url: `${formCall}:name`, headers, payload } as const
    const { statusCode, json } = await site.app.inject(request)
    t.equal(statusCode, 400, name)
    t.match(json(), { success: false, data: null }, name)
  }
  t.strictSame(sent(), [])
})

t.test('invalid content types, sizes, keys and paths are rejected', async (t) => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', ''])
    t.equal((await call(site, typed, { 'content-type': type })).statusCode, 415, type)
  t.equal((await call(site, `{"a":"${'x'.repeat(70_000)}"}`)).statusCode, 413)
  t.equal((await post(site, '/contact', { message: 'x'.repeat(270_000) })).statusCode, 413)
  for (const key of ['k'.repeat(256), 'ключ'])
    t.equal((await call(site, typed, { 'idempotency-key': key })).statusCode, 400)
  for (const [name, status] of Object.entries({ 'a%2Fb': 404, '': 404, ['x'.repeat(201)]: 404, '%': 400 }))
    t.equal((await call(site, typed, {}, name)).statusCode, status, name)
  t.strictSame(sent(), [])
})

// CVE-2026-22030, and GHSA-84g9-w2xq-vcv6 and GHSA-qwww-vcr4-c8h2 after it: a cross-site form post was accepted, because
// only requests by fetch were checked (CSRF).
t.test('cross-site posts are rejected', async (t) => {
  for (const [headers, status] of [
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://www.tinglan.example' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://www.tinglan.example.evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: 'https://www.tinglan.example', host: 'internal' }, 200],
    [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, 200],
    [{}, 200],
  ] as [Record<string, string>, number][]) {
    const said = JSON.stringify(headers)
    t.equal((await call(site, { ...typed, topic: said }, headers)).statusCode, status, said)
    t.equal((await post(site, '/contact', typed, headers)).statusCode, status === 200 ? 303 : status, said)
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
  await untilWaiting(site, 1)
  const { body } = await site.get('/metrics')
  for (const line of [
    'site_form_submissions_total{result="accepted"} 2',
    'site_form_submissions_total{result="invalid"} 1',
    'site_form_deliveries_total{channel="upstream",outcome="delivered"} 1',
    'site_form_deliveries_total{channel="upstream",outcome="failed"} 1',
    'site_form_refused{channel="upstream",outbox="disk"} 0',
    'site_form_outbox_oldest_seconds{channel="upstream",outbox="disk"} 0',
  ])
    t.ok(body.includes(`\n${line}\n`), line)
  t.notMatch(JSON.stringify(site.lines), typed.contact)
})
