// The hot path: the same responses as through the framework, over a real port.
import t from 'tap'
import { exchange, requestText, responsesIn } from '../../helpers/raw.ts'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers: { 'accept-language': 'zh', ...headers } })
  const { date: _, ...rest } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: rest, body: await answer.text() }
}

t.test('a fresh response has the same fields, body and log line as through the framework', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  await ask(base + list)
  const ordinary = await ask(base + list)
  const hot = await ask(base + list)
  t.equal(hot.body, ordinary.body)
  const { age: _age, 'cache-status': status, ...fields } = hot.headers
  const { age: _ageToo, 'cache-status': _status, ...expected } = ordinary.headers
  t.strictSame(Object.entries(fields).sort(), Object.entries(expected).sort())
  t.match(status, /^site; hit; ttl=\d+$/)
  t.equal(site.origin.hits.length, 1)
  t.equal(site.lines.filter(({ url, msg }) => url === list && msg === 'request').length, 3)
})

t.test('languages, conditions, ranges and HEAD are kept apart from it', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  for (let round = 0; round < 3; round++) {
    const zh = await ask(base + list)
    t.equal((await ask(base + list, { 'if-none-match': zh.headers['etag'] ?? '' })).status, 304)
    const part = await ask(base + list, { range: 'bytes=0-9' })
    t.equal(part.status, 206)
    t.equal(part.body, zh.body.slice(0, 10))
    const head = await fetch(base + list, { method: 'HEAD', headers: { 'accept-language': 'zh' } })
    t.equal(head.headers.get('content-length'), zh.headers['content-length'])
    t.equal(await head.text(), '')
    const en = await ask(base + list.replace('lang=zh', 'lang=en'), { 'accept-language': 'en' })
    t.not(en.body, zh.body)
  }
})

t.test('a purged response is not served from it', async (t) => {
  const site = await createSmallSite(t, { config: { opsToken: 'a-token-of-operators' } })
  const base = await site.listen()
  for (let round = 0; round < 3; round++) await ask(base + list)
  t.equal(site.origin.hits.length, 1)
  const headers = { authorization: 'Bearer a-token-of-operators', 'content-type': 'application/json' }
  await fetch(`${base}/ops/purge`, { method: 'POST', headers, body: '{"all":true,"mode":"hard"}' })
  await ask(base + list)
  t.equal(site.origin.hits.length, 2)
})

t.test('the security fields are those of all responses, with X-Robots-Tag where ROBOTS=deny', async (t) => {
  const site = await createSmallSite(t, { config: { robots: false } })
  const base = await site.listen()
  const { headers: ordinary } = await ask(`${base}/livez`)
  for (let round = 0; round < 3; round++) {
    const { headers } = await ask(base + list)
    t.equal(headers['x-robots-tag'], 'noindex')
    t.equal(headers['content-security-policy'], ordinary['content-security-policy'])
    t.equal(headers['permissions-policy'], ordinary['permissions-policy'])
  }
})

const requestOf = (lines: readonly string[] = []) =>
  `${[`GET ${list} HTTP/1.1`, 'Host: x', 'Accept-Language: zh', ...lines].join('\r\n')}\r\n\r\n`

t.test('a connection stays open, unless the client asks to close it or the server will stop', async (t) => {
  const draining = new AbortController()
  const site = await createSmallSite(t, { draining: draining.signal })
  const base = await site.listen()
  for (let round = 0; round < 2; round++) await ask(base + list)
  const received = await exchange(base, requestOf() + requestOf(['Connection: close']), true)
  const [kept = '', closed = ''] = received.split(/(?=HTTP\/1\.1 \d{3} )/)
  t.match(kept, /\r\nConnection: keep-alive\r\n/)
  t.match(closed, /\r\nConnection: close\r\n/)
  draining.abort()
  const last = await exchange(base, requestOf(), true)
  t.match(last, /\r\nconnection: close\r\n/i)
  t.match(last, /\r\ncache-status: site; hit; /)
})

t.test('the next second has its own Age', async (t) => {
  const clock = { moment: Math.floor(Date.now() / 1000) * 1000 }
  const site = await createSmallSite(t, { now: () => clock.moment })
  const base = await site.listen()
  for (let round = 0; round < 2; round++) await ask(base + list)
  const ages = []
  for (const passed of [0, 1000, 500, 500]) {
    clock.moment += passed
    ages.push(Number((await ask(base + list)).headers['age']))
  }
  const [first = 0] = ages
  const differences = ages.map((age) => age - first)
  t.strictSame(differences, [0, 1, 1, 2])
})

/** The response on a connection of its own, without its date; `isHot`: without the framework, whose requests have a trace. */
async function receive(site: Site, base: string, request: string, lines: readonly string[] = []) {
  const [response] = responsesIn(await exchange(base, requestText(`${request} HTTP/1.1`, [...lines])))
  const { status = 0, written = '', body = '' } = response ?? {}
  const fields = written
    .split('\r\n')
    .map((line) => line.replace(/^[\w-]+(?=:)/, (name) => name.toLowerCase()))
    .filter((line) => !line.startsWith('date: '))
  const isHot = site.lines.findLast(({ msg }) => msg === 'request')?.['trace'] === undefined
  return { status, fields: fields.sort(), body, isHot }
}

/** A request with a length is for the framework. */
const cold = 'Content-Length: 0'
const etagIn = (fields: string[]) => fields.find((line) => line.startsWith('etag: '))?.slice(6)

t.test('a 304 is the same through it as through the framework, and names no type and length', async (t) => {
  const site = await createSmallSite(t, { now: () => 1_800_000_000_000 })
  const base = await site.listen()
  for (const url of ['/news', list]) {
    for (let round = 0; round < 2; round++) await receive(site, base, `GET ${url}`)
    const { fields } = await receive(site, base, `GET ${url}`)
    const condition = `If-None-Match: ${etagIn(fields)}`
    const hot = await receive(site, base, `GET ${url}`, [condition])
    t.strictSame(await receive(site, base, `GET ${url}`, [condition, cold]), { ...hot, isHot: false }, url)
    t.strictSame([hot.status, hot.isHot, hot.body], [304, true, ''], url)
    const hasBodyFields = hot.fields.some((line) => /^content-(?:type|length):/.test(line))
    t.notOk(hasBodyFields, url)
  }
})

/** Header lines of a visitor to a page, and whether the stored Chinese page is the response. */
const visitors: [lines: string[], isPage: boolean][] = [
  [[], true],
  [['Accept-Language: zh-CN,zh;q=0.9,en;q=0.8'], true],
  [['Accept-Language: en'], false],
  [['Accept-Language: fr, en;q=0.1'], false],
  [['Accept-Language: en', 'Cookie: a=b; i18n_redirected=zh'], true],
  [['Accept-Language: zh', 'Cookie: i18n_redirected=en'], false],
  [['Accept-Language: zh', 'Cookie: i18n_redirected=%00; i18n_redirected=en'], true],
  [['Accept-Language: zh', 'Cookie: i18n_redirected=fr'], true],
  [['Accept-Language: en', 'Accept-Language: zh'], false],
  [[`Accept-Language: ${'zh-'.repeat(1000)}`, `Cookie: ${'x='.repeat(1000)}`], true],
  [['Accept-Encoding: br'], true],
  [['Accept-Encoding: gzip, zstd;q=0', 'Accept-Language: zh'], true],
  [['Accept-Encoding: br', 'Accept-Language: en'], false],
  [['User-Agent: Googlebot/2.1'], true],
]

t.test('a page is the same through it as through the framework, for every visitor', async (t) => {
  const site = await createSmallSite(t, { now: () => 1_800_000_000_000 })
  const base = await site.listen()
  for (const url of ['/', '/?utm_source=x', '/zh', '/en']) {
    const isNegotiated = !/^\/\w/.test(url)
    // The compressed copies are made in the background.
    const isCompressed = async () => {
      const { fields } = await receive(site, base, `GET ${url}`, ['Accept-Encoding: br', cold])
      return (
        fields.includes('content-encoding: br') && fields.some((line) => line.startsWith('content-length'))
      )
    }
    await until(isCompressed)
    const { fields } = await receive(site, base, `GET ${url}`)
    const conditions = ['*', 'W/"other"', `${etagIn(fields)}`, `${etagIn(fields)}, "x"`]
    const conditional = conditions.map((etag, index) => [[`If-None-Match: ${etag}`], index === 2] as const)
    for (const [lines, isPage] of [...visitors, ...conditional]) {
      const message = `${url} ${lines.join(' | ').slice(0, 80)}`
      const { isHot, ...hot } = await receive(site, base, `GET ${url}`, lines)
      const expected = await receive(site, base, `GET ${url}`, [...lines, cold])
      t.strictSame({ ...hot, isHot: false }, expected, message)
      t.equal(isHot, isPage || (!isNegotiated && !lines[0]?.startsWith('If-')), message)
      const head = await receive(site, base, `HEAD ${url}`, lines)
      t.match(head, { status: expected.status, body: '', isHot: false }, `HEAD ${message}`)
    }
  }
})
