// RFC 9110: conditional requests, ranges and HEAD, from a stored response. The public caching suite has the other cases.
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
  ['§13.1.2: another entity tag', tagged, { 'if-none-match': '"b"' }, 200],
  ['§13.1.2: one of a list, with a comma', { etag: '"a,b"' }, { 'if-none-match': '"x", W/"y","a,b"' }, 304],
  ['§13.1.2: weak comparison', { etag: 'W/"a"' }, { 'if-none-match': '"a"' }, 304],
  ['§13.1.3: Last-Modified', dated, { 'if-modified-since': modified }, 304],
  ['§13.1.3: a time before it', dated, { 'if-modified-since': 'Sun, 31 May 2026 23:59:59 GMT' }, 200],
  ['§13.1.3: If-None-Match wins', dated, { 'if-none-match': '"b"', 'if-modified-since': modified }, 200],
  ['RFC 9111 §4.3.2: If-Match is for the upstream', tagged, { 'if-match': '"b"' }, 200],
  ['§13.2.2: conditions come before ranges', tagged, { range: 'bytes=0-1', 'if-none-match': '"a"' }, 304],
  ['§13.1.5: If-Range with the entity tag', tagged, { range: 'bytes=0-1', 'if-range': '"a"' }, 206],
  ['§13.1.5: with another one', tagged, { range: 'bytes=0-1', 'if-range': '"b"' }, 200],
  ['§13.1.5: a weak one never matches', { etag: 'W/"a"' }, { range: 'bytes=0-1', 'if-range': 'W/"a"' }, 200],
  ['§8.8.2.2: one that is Date', { 'last-modified': date }, { range: 'bytes=0-1', 'if-range': date }, 200],
]
t.test('§13: conditional requests', async (t) => {
  for (const [name, fields, headers, status] of conditions) {
    const sent = 'last-modified' in fields ? { ...fields, date } : fields
    const answer = await asked(t, sent, headers)
    t.equal(answer.statusCode, status, name)
    t.equal(answer.body, status === 304 ? '' : status === 206 ? '01' : ten, name)
  }
  const missing = await asked(t, tagged, { 'if-none-match': '"a"' }, { status: 404 })
  t.equal(missing.statusCode, 404, 'only a stored 200 gives a 304')
})

/** `part` and Content-Range; 200 is the whole. */
const ranges: [range: string, status: number, part?: string, contentRange?: string][] = [
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=4-2', 200],
  ['lines=0-1', 200],
  ['bytes=0-1,3-4', 200],
]
t.test('§14: a part has the fields of the whole', async (t) => {
  for (const [range, status, part = ten, contentRange] of ranges) {
    const answer = await asked(t, tagged, { range })
    t.strictSame([answer.statusCode, answer.body], [status, part], range)
    const own = { 'content-range': contentRange, 'content-length': String(part.length) }
    t.match(answer.headers, { ...own, ...(status === 206 && { ...tagged, age: '0', date: /GMT/ }) }, range)
  }
  t.equal((await asked(t, {}, { range: 'bytes=0-1' }, { method: 'HEAD' })).statusCode, 200)
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
    const headers = { 'content-length': String(answer.body?.length), age: '0' }
    t.match(await ask('HEAD', path), { statusCode: 200, body: '', headers })
    t.equal((await get(path)).body, answer.body)
    t.strictSame(
      hits(path).map(({ method }) => method),
      ['GET'],
    )
  }
})
