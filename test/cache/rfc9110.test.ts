// RFC 9110: conditional requests, ranges and HEAD, from a stored response. The upstream is not asked.
import t, { type Test } from 'tap'
import { article, text } from './helpers/answers.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, get, ask, count, hits, clock } = await createWorld(t)

type Fields = Record<string, string>
const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'
const date = new Date(clock.now()).toUTCString()
const ten = '0123456789'
const tagged = { etag: '"a"' }
const dated = { 'last-modified': modified }

/** A request for a stored response with these fields. */
async function asked(t: Test, fields: Fields, headers: Fields, { method = 'GET', status = 200 } = {}) {
  const path = await stored({ ...text(ten, 'max-age=60', fields), status })
  const answer = await ask(method, path, '', headers)
  t.equal(count(path), 1, 'the upstream is not asked')
  return answer
}

const conditions: [name: string, fields: Fields, headers: Fields, status: number][] = [
  ['§13.1.2: the stored entity tag', tagged, { 'if-none-match': '"a"' }, 304],
  ['§13.1.2: another one', tagged, { 'if-none-match': '"b"' }, 200],
  ['§13.1.2: one without quotes', tagged, { 'if-none-match': 'a' }, 200],
  ['§13.1.2: one of a list, with a comma', { etag: '"a,b"' }, { 'if-none-match': '"x", W/"y","a,b"' }, 304],
  ['§13.1.2: *', {}, { 'if-none-match': '*' }, 304],
  ['§13.1.2: weak comparison', { etag: 'W/"a"' }, { 'if-none-match': '"a"' }, 304],
  ['§13.1.3: Last-Modified', dated, { 'if-modified-since': modified }, 304],
  ['§13.1.3: a time before it', dated, { 'if-modified-since': 'Sun, 31 May 2026 23:59:59 GMT' }, 200],
  ['§13.1.3: what is no date', dated, { 'if-modified-since': '2026-06-15' }, 200],
  [
    '§13.1.3: If-None-Match wins',
    { ...tagged, ...dated },
    { 'if-none-match': '"b"', 'if-modified-since': modified },
    200,
  ],
  ['RFC 9111 §4.3.2: Date where there is no Last-Modified', {}, { 'if-modified-since': date }, 304],
  ['RFC 9111 §4.3.2: If-Match is for the upstream', tagged, { 'if-match': '"b"' }, 200],
  ['§13.2.2: conditions come before ranges', tagged, { range: 'bytes=0-1', 'if-none-match': '"a"' }, 304],
  ['§13.2.2: which apply after them', tagged, { range: 'bytes=0-1', 'if-none-match': '"b"' }, 206],
  ['§13.1.5: If-Range with the entity tag', tagged, { range: 'bytes=0-1', 'if-range': '"a"' }, 206],
  ['§13.1.5: with another one', tagged, { range: 'bytes=0-1', 'if-range': '"b"' }, 200],
  ['§13.1.5: a weak one never matches', { etag: 'W/"a"' }, { range: 'bytes=0-1', 'if-range': 'W/"a"' }, 200],
  ['§13.1.5: Last-Modified', dated, { range: 'bytes=0-1', 'if-range': modified }, 206],
  ['§13.1.5: another date', dated, { range: 'bytes=0-1', 'if-range': date }, 200],
  ['§8.8.2.2: one that is Date', { 'last-modified': date }, { range: 'bytes=0-1', 'if-range': date }, 200],
]
t.test('§13: conditional requests', async (t) => {
  for (const [name, fields, headers, status] of conditions) {
    const sent = 'last-modified' in fields ? { ...fields, date } : fields
    const answer = await asked(t, sent, headers)
    t.equal(answer.statusCode, status, name)
    t.equal(answer.body, status === 304 ? '' : status === 206 ? '01' : ten, name)
  }
  t.equal((await asked(t, tagged, { 'if-none-match': '"a"' }, { method: 'HEAD' })).statusCode, 304)
  const missing = await asked(t, tagged, { 'if-none-match': '"a"' }, { status: 404 })
  t.equal(missing.statusCode, 404, 'only a stored 200 gives a 304')
})

const parts: [range: string, body: string, contentRange: string][] = [
  ['bytes=0-0', '0', 'bytes 0-0/10'],
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', ten, 'bytes 0-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
]
t.test('§14: a part has the fields of the whole', async (t) => {
  const fields = { ...tagged, vary: 'Accept-Language' }
  for (const [range, body, contentRange] of parts) {
    const own = { 'content-range': contentRange, 'content-length': String(body.length) }
    const headers = { ...fields, ...own, 'cache-control': 'max-age=60', age: '0', date: /GMT/ }
    t.match(await asked(t, fields, { range }), { statusCode: 206, body, headers }, range)
  }
})

t.test('§15.5.17: a range after the end, or of an empty body, cannot be satisfied', async (t) => {
  for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    const headers = { 'content-range': 'bytes */10', 'content-length': '0' }
    t.match(await asked(t, {}, { range }), { statusCode: 416, body: '', headers }, range)
  }
  const empty = await stored(text('', 'max-age=60'))
  t.equal((await get(empty, { range: 'bytes=0-' })).statusCode, 416)
})

t.test('§14.2: an invalid Range, several ranges, HEAD and an error: as without Range', async (t) => {
  for (const range of [
    '',
    'bytes=-',
    'bytes=a-b',
    'bytes = 0 - 1',
    'bytes=4-2',
    'lines=0-1',
    'bytes=0-1,3-4',
  ])
    t.match(await asked(t, {}, { range }), { statusCode: 200, body: ten }, range)
  const head = await asked(t, {}, { range: 'bytes=0-1' }, { method: 'HEAD' })
  t.match(head, { statusCode: 200, headers: { 'content-length': '10' } })
  t.match(await asked(t, {}, { range: 'bytes=0-1' }, { status: 404 }), { statusCode: 404, body: ten })
})

t.test('§14.2: a miss with Range is fetched and stored complete', async (t) => {
  const path = on(text(ten, 'max-age=60', tagged))
  t.match(await get(path, { range: 'bytes=0-1' }), { statusCode: 206, body: '01' })
  const { headers } = hits(path)[0]!
  t.notOk(headers['range'] ?? headers['if-none-match'])
  t.match(await get(path), { statusCode: 200, body: ten })
  t.equal(count(path), 1)
})

t.test('§9.3.2: a HEAD that misses is a GET for the upstream, and the next requests are hits', async (t) => {
  for (const [answer, onPath] of [
    [text('body', 'max-age=60'), on],
    [article('a'), onCall],
  ] as const) {
    const path = onPath(answer)
    t.match(await ask('HEAD', path), { statusCode: 200, body: '' })
    t.equal((await get(path)).body, answer.body)
    const headers = { 'content-length': String(answer.body?.length), age: '0' }
    t.match(await ask('HEAD', path), { statusCode: 200, body: '', headers })
    t.equal(count(path), 1)
    t.equal(hits(path)[0]!.method, 'GET')
  }
})
