// RFC 9111 §4.3.2 and RFC 9110 §13: the cache's own responses to conditional requests.
import t, { type Test } from 'tap'
import { minute } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld } from './helpers/world.ts'

const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'

/** The status of a response to these conditions, from a stored `answer`. */
function statusFor(t: Test, answer: ScriptedResponse) {
  const world = createWorld(t)
  return async (conditions: Record<string, string>, method = 'GET') => {
    const { origin, ask } = await world
    origin.on(other, answer)
    await ask(other)
    const { status, body } = await ask(other, { method, headers: conditions })
    t.equal(origin.hits(other).length, 1, 'the origin is not asked')
    if (status === 304) t.equal(body, '')
    return status
  }
}

t.test('§13.1.2: If-None-Match with the stored entity tag gets 304', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { etag: '"a"' }))
  t.equal(await status({ 'if-none-match': '"a"' }), 304)
  t.equal(await status({ 'if-none-match': '"a"' }, 'HEAD'), 304)
  t.equal(await status({ 'if-none-match': '"b"' }), 200)
  t.equal(await status({ 'if-none-match': 'a' }), 200)
})

t.test('§13.1.2: one of a list is enough, and commas may stand in a tag', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { etag: '"a,b"' }))
  t.equal(await status({ 'if-none-match': '"x", W/"y","a,b"' }), 304)
  t.equal(await status({ 'if-none-match': '"a", "b"' }), 200)
})

t.test('§13.1.2: * gets 304, with and without an entity tag', async (t) => {
  t.equal(await statusFor(t, text('a', 'max-age=60', { etag: '"a"' }))({ 'if-none-match': '*' }), 304)
  t.equal(await statusFor(t, text('a', 'max-age=60'))({ 'if-none-match': '*' }), 304)
})

t.test('§13.1.2: the comparison is weak', async (t) => {
  t.equal(await statusFor(t, text('a', 'max-age=60', { etag: 'W/"a"' }))({ 'if-none-match': '"a"' }), 304)
  t.equal(await statusFor(t, text('a', 'max-age=60', { etag: '"a"' }))({ 'if-none-match': 'W/"a"' }), 304)
})

t.test('§13.1.3: If-Modified-Since from Last-Modified on gets 304', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { 'last-modified': modified }))
  t.equal(await status({ 'if-modified-since': modified }), 304)
  t.equal(await status({ 'if-modified-since': 'Mon, 15 Jun 2026 12:00:00 GMT' }), 304)
  t.equal(await status({ 'if-modified-since': 'Sun, 31 May 2026 23:59:59 GMT' }), 200)
})

t.test('§13.1.3: a date that is none does not count', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { 'last-modified': modified }))
  for (const since of ['', 'now', '2026-06-15', 'Mon, 15 Jun 2026 12:00:00 CET'])
    t.equal(await status({ 'if-modified-since': since }), 200, since)
})

t.test('§13.1.3: If-None-Match wins over If-Modified-Since', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { etag: '"a"', 'last-modified': modified }))
  t.equal(await status({ 'if-none-match': '"b"', 'if-modified-since': modified }), 200)
  t.equal(await status({ 'if-none-match': '"a"', 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }), 304)
})

t.test('§4.3.2: without Last-Modified the Date of the response decides', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60'))
  t.equal(await status({ 'if-modified-since': 'Mon, 15 Jun 2026 12:00:00 GMT' }), 304)
  t.equal(await status({ 'if-modified-since': 'Mon, 15 Jun 2026 11:59:59 GMT' }), 200)
})

t.test('§4.3.2: If-Match and If-Unmodified-Since are for the origin alone', async (t) => {
  const status = statusFor(t, text('a', 'max-age=60', { etag: '"a"', 'last-modified': modified }))
  t.equal(await status({ 'if-match': '"b"' }), 200)
  t.equal(await status({ 'if-unmodified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' }), 200)
})

t.test('§4.3.2: only a stored 200 gives a 304', async (t) => {
  const answer = { ...text('a', 'max-age=60', { etag: '"a"' }), status: 404 }
  t.equal(await statusFor(t, answer)({ 'if-none-match': '"a"' }), 404)
})

t.test('§15.4.5: a 304 has the caching fields of the 200, and no fields of the body', async (t) => {
  const { origin, get } = await createWorld(t)
  const told = { etag: '"a"', vary: 'Accept-Language', expires: '0', 'content-location': '/a' }
  origin.on(other, text('a', 'max-age=60', { ...told, 'last-modified': modified, 'x-a': '1' }))
  await get(other)
  const { headers } = await get(other, { 'if-none-match': '"a"' })
  t.match(headers, { ...told, 'cache-control': 'max-age=60', date: /GMT$/, age: '0' })
  for (const name of ['content-type', 'content-length', 'x-a']) t.notOk(name in headers, name)
})

t.test('§4.3.2: a client whose copy is older than the validated response gets a 200', async (t) => {
  const { origin, get } = await createStored(t, text('whole', 'max-age=60', { etag: '"b"' }), minute)
  origin.on(other, { status: 304, headers: { etag: '"b"' } })
  t.match(await get(other, { 'if-none-match': '"a"' }), { status: 200, body: 'whole' })
  t.equal(origin.hits(other)[1]!.headers['if-none-match'], '"b"', 'the question is ours, not the visitor’s')
})
