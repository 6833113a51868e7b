// RFC 9110: conditional requests and HEAD, from a stored response; Range is ignored. The public caching suite has the other cases.
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
]
t.test('§13: conditional requests', async (t) => {
  for (const [name, fields, headers, status] of conditions) {
    const sent = 'last-modified' in fields ? { ...fields, date } : fields
    const answer = await asked(t, sent, headers)
    t.equal(answer.statusCode, status, name)
    t.equal(answer.body, status === 304 ? '' : ten, name)
  }
  const missing = await asked(t, tagged, { 'if-none-match': '"a"' }, { status: 404 })
  t.equal(missing.statusCode, 404, 'only a stored 200 gives a 304')
})

t.test('§14.2: Range is ignored, at a miss and later, and no range is offered', async (t) => {
  const path = on(text(ten, 'max-age=60', { ...tagged, 'accept-ranges': 'bytes' }))
  for (const sent of [
    { range: 'bytes=0-1' },
    { range: 'bytes=99-' },
    { range: 'bytes=0-1', 'if-range': '"a"' },
  ]) {
    const answer = await get(path, sent)
    t.match(answer, { statusCode: 200, body: ten, headers: { ...tagged, 'content-length': '10' } })
    t.notOk(answer.headers['accept-ranges'] ?? answer.headers['content-range'])
  }
  t.equal((await get(path, { range: 'bytes=0-1', 'if-none-match': '"a"' })).statusCode, 304)
  t.equal(count(path), 1)
  const { headers } = hits(path)[0]!
  t.notOk(headers['range'] ?? headers['if-none-match'])
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
