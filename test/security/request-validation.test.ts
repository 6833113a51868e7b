// Request validation: ambiguous requests are rejected with the same response at every stage, and not forwarded.
import t from 'tap'
import { exchange, requestText, responsesIn } from '../helpers/raw.ts'
import { createSmallSite } from '../helpers/small-site.ts'

/** The policy of every response: test/security/policy.test.ts. */
const fields = ["content-security-policy: default-src 'none'", 'cache-control: no-store', 'connection: close']
const get = (target: string, ...lines: string[]) => requestText(`GET ${target} HTTP/1.1`, lines)
const post = (lines: string[], body: string, target = '/api/home/block/label') =>
  requestText(`POST ${target} HTTP/1.1`, ['Content-Type: application/json', ...lines], body)
const hidden = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const chunked = `0\r\n\r\n${hidden}`

/** Rejected requests by status. */
const refused: Record<string, Record<string, string>> = {
  400: {
    'an absolute target': get('http://site.example/news'),
    'an asterisk': requestText('OPTIONS * HTTP/1.1'),
    'a fragment': get('/news#/../livez'),
    'raw bytes in the target': get('/news/\xc0\xae'),
    'a hundred and one parameters': get(`/news?${'a=1&'.repeat(101)}`),
    'no host': 'GET /news HTTP/1.1\r\nConnection: close\r\n\r\n',
    'two hosts': get('/news', 'Host: evil.example'),
    // CVE-2025-31137: the port of Host was concatenated into the URL, and could contain a path.
    'a host with a path': 'GET /news HTTP/1.1\r\nHost: site.example/x\r\nConnection: close\r\n\r\n',
    'a GET with a body': `${get('/news', 'Content-Length: 5')}a=b&c`,
    'a length and a coding': post(['Content-Length: 6', 'Transfer-Encoding: chunked'], chunked),
    'two lengths': post(['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden),
    'a length with a sign': post(['Content-Length: +2'], `{}${hidden}`),
    'a coding that is none': post(['Transfer-Encoding: xchunked'], chunked),
    'the coding twice': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunked),
    'a space before the colon': post(['Transfer-Encoding : chunked'], chunked),
    'a folded line': post(['Transfer-Encoding:', ' chunked'], chunked),
    'a coding under HTTP/1.0': requestText(
      'POST /api/home/block/label HTTP/1.0',
      ['Transfer-Encoding: chunked'],
      chunked,
    ),
    'a bare line feed': 'GET /news HTTP/1.1\nHost: site.example\nConnection: close\n\n',
    'a bare carriage return': get('/news', 'A: b\rTransfer-Encoding: chunked'),
    'a chunk that is longer than it says': post(['Transfer-Encoding: chunked'], `1\r\n{}\r\n${chunked}`),
    'a NUL in a field': get('/news', 'A: b\0c'),
  },
  413: {
    'endless chunk extensions': post(
      ['Transfer-Encoding: chunked'],
      `2;${'a'.repeat(20_000)}\r\n{}\r\n${chunked}`,
    ),
  },
  414: { 'a long target': get(`/news?${'a'.repeat(8200)}`) },
  415: { 'a body in a coding': post(['Content-Encoding: gzip', 'Content-Length: 2'], '{}') },
  417: { 'an expectation': get('/news', 'Expect: the-unexpected') },
  431: {
    'a hundred fields and more': get('/news', ...Array.from({ length: 100 }, (_, index) => `X-${index}: a`)),
    'large fields': get('/news', `A: ${'a'.repeat(17_000)}`),
  },
}

t.test('ambiguous requests (request smuggling)', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  await site.get('/')
  const hits = site.origin.hits.length

  for (const [status, requests] of Object.entries(refused))
    for (const [name, text] of Object.entries(requests)) {
      const answers = responsesIn(await exchange(base, text))
      t.strictSame(
        answers.map((answer) => answer.status),
        [Number(status)],
        `${name}: one response`,
      )
      for (const field of fields) t.match(answers[0]?.head, field, name)
    }
  t.strictSame(site.origin.hits.slice(hits), [], 'the upstream receives none of them')

  await t.test('unambiguous requests are accepted', async (t) => {
    const passing = {
      'a hundred parameters': get(`/news?${'a=1&'.repeat(99)}a=1`),
      'a GET that says it has no body': get('/news', 'Content-Length: 0'),
      'a POST in pieces': post(['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
      // CVE-2026-23527: another case hid a body, which was then parsed as the next request.
      'a coding in another case': post(['Transfer-Encoding: ChuNKed '], '2\r\n{}\r\n0\r\n\r\n'),
      'an expected 100': post(['Expect: 100-continue', 'Content-Length: 2'], '{}'),
      'a host with a port': 'GET /news HTTP/1.1\r\nHost: [::1]:3000\r\nConnection: close\r\n\r\n',
      'HTTP/1.0 without a host': 'GET /news HTTP/1.0\r\n\r\n',
    }
    for (const [name, text] of Object.entries(passing)) {
      const statuses = responsesIn(await exchange(base, text)).map(({ status }) => status)
      t.strictSame(
        statuses.filter((status) => status !== 100),
        [200],
        name,
      )
    }
  })
})
