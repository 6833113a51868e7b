// Published vulnerabilities of Next.js and React's server packages, applied to this server.
import t from 'tap'
import { expectUnpoisoned, poisons, steering } from '../helpers/poison.ts'
import { exchange, responsesIn } from '../helpers/raw.ts'
import { botAgent } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

const token = 'a-secret-of-operators'

// CVE-2025-29927: an internal header of the framework disabled its middleware for any client that sent it.
t.test('no header bypasses the operators’ secret, a redirect or a limit', async (t) => {
  const site = await createSmallSite(t, { config: { opsToken: token, addressRate: 1 } })
  for (const [name, value] of Object.entries(steering)) {
    const headers = { [name]: value, 'content-type': 'application/json' }
    const request = { method: 'POST', url: '/ops/purge', headers, payload: '{"all":true}' } as const
    const purge = await site.app.inject(request)
    t.ok(purge.statusCode === 401 || purge.statusCode === 429, name)
    t.equal((await site.get('/NEWS', { [name]: value })).statusCode, 308, name)
    t.equal((await site.get('/news/none', { [name]: value })).statusCode, 404, name)
  }
  const searches = []
  for (const word of 'abc') searches.push((await site.get(`/news?keywords=${word}`, steering)).statusCode)
  t.match(searches, [200, Number, 429])
})

// CVE-2024-46982: cache poisoning by a header and a query.
// CVE-2025-49005, CVE-2026-44576: another representation was cached under the page's URL, because its selector
// was not part of the key (the fix of 2025 was incomplete).
t.test('cache poisoning: no request header of one visitor changes the page of the next', async (t) => {
  const fields = Object.entries(poisons)
  // Several at once: the effect of any one is detected.
  const groups = Array.from({ length: Math.ceil(fields.length / 4) }, (_, at) =>
    fields.slice(at * 4, at * 4 + 4),
  )
  const attack = groups.map((group, index) => {
    const url = `/en/news?page=${index + 2}`
    return [
      group.map(([name]) => name).join(),
      { url, headers: Object.fromEntries(group), next: url },
    ] as const
  })
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

t.test('cache poisoning: no query parameter selects another representation', async (t) => {
  const queries = words(`
    __nextDataReq=1 _rsc=1 _data=routes index __nuxt_island=x amp=1 nxtPid=1
  `)
  const attack = queries.map((query, index) => {
    const next = `/en/news?page=${index + 2}`
    return [query, { url: `${next}&${query}`, headers: steering, next }] as const
  })
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

t.test('equal representations have one cache key, and Vary matches it', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/en/news', { 'user-agent': botAgent })
  for (const headers of [{ accept: 'text/x-component' }, { accept: 'application/json' }, { rsc: '1' }]) {
    const { headers: given } = await site.get('/en/news', headers)
    t.equal(given['content-type'], 'text/html; charset=utf-8')
    t.equal(given['vary'], 'accept-encoding')
  }
})

// CVE-2025-55182: a body of React's server protocol, deserialised into prototypes and functions. This server does
// not deserialise it: no URL accepts such a body. JSON with a prototype: test/server/proxy/hostile-json.test.ts.
t.test('no URL accepts a server action, and no query causes prototype pollution', async (t) => {
  const site = await createSmallSite(t)
  const flight = '{"0":"{\\"then\\":\\"$1:__proto__:then\\",\\"status\\":\\"resolved_model\\"}","1":"$@0"}'
  const boundary = 'multipart/form-data; boundary=x'
  const parts = `--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n${flight}\r\n--x--\r\n`
  for (const url of ['/', '/en/news', '/contact', '/news/1', '/_payload.json']) {
    for (const [type, payload] of [
      [boundary, parts],
      ['text/plain;charset=UTF-8', flight],
      ['text/x-component', flight],
    ]) {
      const headers = { 'content-type': type, 'next-action': 'x', accept: 'text/x-component' }
      const { statusCode } = await site.app.inject({ method: 'POST', url, headers, payload: payload ?? '' })
      t.ok([404, 405, 415].includes(statusCode), `${url}: ${statusCode}`)
    }
  }
  await site.get('/en/news?__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__=x')
  t.equal(({} as Record<string, unknown>)['polluted'], undefined)
})

// CVE-2026-44578: an upgrade with an absolute target made the server request that target (SSRF).
t.test('an upgrade request is not forwarded', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  await site.get('/en/news', { 'user-agent': botAgent })
  const hits = site.origin.hits.length
  const upgrade = [
    'Host: x',
    'Connection: Upgrade, close',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: eA==',
    'Sec-WebSocket-Version: 13',
  ]
  const inside = new URL(site.origin.url).host
  for (const target of [
    `http://${inside}/api/home/about/1`,
    `//${inside}/api/home/about/1`,
    '/news',
    `/\\${inside}/`,
    inside,
  ]) {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
      const lines = upgrade.map((line) => (line.startsWith('Upgrade: ') ? `Upgrade: ${protocol}` : line))
      const [answer] = responsesIn(
        await exchange(base, `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
      )
      t.ok(answer && [200, 400, 404].includes(answer.status), `${target}: ${answer?.status}`)
      t.equal(answer?.status === 200, target === '/news')
      t.notMatch(answer?.head, 'upgrade:')
    }
  }
  const pageCalls =
    /\/(?:config\/base|route\/tree|block\/label|article\/list\/news\?(?:counts=1&)?lang=zh.*)$/
  t.strictSame(
    site.origin.hits.slice(hits).filter((hit) => !pageCalls.test(hit)),
    [],
  )
})
