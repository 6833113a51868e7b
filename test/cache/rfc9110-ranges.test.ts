// RFC 9110 §14: ranges out of a stored response.
import t, { type Test } from 'tap'
import { byteRange } from '../../server/base/conditional.ts'
import { other, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld } from './helpers/world.ts'

const ten = '0123456789'

/** Asks for parts of a stored response; the origin is called once at all. */
async function stored(t: Test, answer: ScriptedResponse = text(ten, 'max-age=60')) {
  const { origin, ask } = await createStored(t, answer)
  return async (range: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
    const answer = await ask(other, { method, headers: { range, ...headers } })
    t.equal(origin.hits(other).length, 1, 'the origin is not asked')
    return answer
  }
}

t.test('§14.1.2: a range, one to the end and the last bytes', async (t) => {
  const part = await stored(t)
  const ranges: [range: string, body: string, contentRange: string][] = [
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', ten, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['BYTES=0-1', '01', 'bytes 0-1/10'],
  ]
  for (const [range, body, contentRange] of ranges) {
    const headers = { 'content-range': contentRange, 'content-length': String(body.length) }
    t.match(await part(range), { status: 206, body, headers }, range)
  }
})

t.test('§15.5.17: one that begins after the end cannot be satisfied', async (t) => {
  const part = await stored(t)
  for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    const headers = { 'content-range': 'bytes */10', 'content-length': '0' }
    t.match(await part(range), { status: 416, body: '', headers }, range)
  }
})

t.test('§14.2: an invalid Range and multiple ranges are ignored: the response is 200', async (t) => {
  const part = await stored(t)
  for (const range of [
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes = 0 - 1',
    'bytes=4-2',
    'lines=0-1',
    'bytes=0-1,3-4',
    '0-1',
  ])
    t.match(await part(range), { status: 200, body: ten }, range)
})

t.test('§14.2: Range is for GET alone', async (t) => {
  const part = await stored(t)
  t.match(await part('bytes=0-1', { method: 'HEAD' }), { status: 200, headers: { 'content-length': '10' } })
})

t.test('§14.2: and for a stored 200', async (t) => {
  const part = await stored(t, { ...text(ten, 'max-age=60'), status: 404 })
  t.match(await part('bytes=0-1'), { status: 404, body: ten })
})

t.test('§13.2.2: conditions come before ranges', async (t) => {
  const part = await stored(t, text(ten, 'max-age=60', { etag: '"a"' }))
  t.equal((await part('bytes=0-1', { 'if-none-match': '"a"' })).status, 304)
  t.equal((await part('bytes=0-1', { 'if-none-match': '"b"' })).status, 206)
})

t.test('§15.3.7: a 206 has the fields of the 200', async (t) => {
  const part = await stored(t, text(ten, 'max-age=60', { etag: '"a"', vary: 'Accept-Language' }))
  const { headers } = await part('bytes=0-1')
  t.match(headers, {
    etag: '"a"',
    vary: 'Accept-Language',
    'cache-control': 'max-age=60',
    age: '0',
    date: /GMT/,
  })
})

t.test('§14.2: a miss ignores Range, so that the complete response can be stored', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text(ten, 'max-age=60'))
  t.match(await get(other, { range: 'bytes=0-1' }), { status: 200, body: ten })
  t.notOk('range' in origin.hits(other)[0]!.headers)
})

t.test('§14.1.2: nothing can be cut from an empty body', async (t) => {
  for (const range of ['bytes=0-', 'bytes=-1', 'bytes=0-0'])
    t.equal(byteRange(range, 0), 'unsatisfiable', range)
})
