// RFC 9111 §3: which responds a shared cache stores.
import t from 'tap'
import { isStorable } from '../../server/cache/semantics/storable.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { isReused } from './helpers/reuse.ts'
import { createWorld } from './helpers/world.ts'

const validator = { etag: '"a"' }

t.test('§3: a response without an explicit lifetime is not stored (no heuristic freshness)', async (t) => {
  t.notOk(await isReused(t, { headers: { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }, body: 'a' }))
  t.notOk(await isReused(t, text('a', 'public')))
})

t.test('§3: a final status with an explicit lifetime is stored, known or not', async (t) => {
  for (const status of [
    200, 203, 204, 299, 300, 301, 302, 303, 307, 308, 400, 404, 405, 410, 414, 451, 499,
  ]) {
    t.ok(await isReused(t, { ...text(status === 204 ? '' : 'a', 'max-age=60'), status }), String(status))
  }
})

t.test('§3: an interim status is none to store', async (t) => {
  t.notOk(isStorable({ status: 103, fields: { 'cache-control': 'max-age=60' } }, 0))
})

t.test('§3: 206 and 304 are not stored as responses of their own', async (t) => {
  for (const status of [206, 304])
    t.notOk(isStorable({ status, fields: { 'cache-control': 'max-age=60' } }, 0), String(status))
})

t.test('§3.3: an unsolicited 206 is a failure of the origin', async (t) => {
  const { origin, get } = await createWorld(t)
  const headers = { 'content-range': 'bytes 0-0/9', 'cache-control': 'max-age=60' }
  origin.on(other, { status: 206, headers, body: 'a' })
  await t.rejects(get(other), { name: 'OriginError', kind: 'network' })
})

t.test('§3.3: a 304 without a question is a failure of the origin', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, { status: 304, headers: { 'cache-control': 'max-age=60' } })
  await t.rejects(get(other), { name: 'OriginError', kind: 'network' })
})

t.test('§3: responses to methods other than GET, HEAD and the read POSTs are not stored', async (t) => {
  const { origin, ask } = await createWorld(t)
  origin.on(other, text('a', 'max-age=60'))
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    await ask(other, { method })
    await ask(other, { method })
  }
  t.equal(origin.hits(other).length, 8)
})

t.test('§3: never fresh and without a validator is not worth storing', async (t) => {
  t.notOk(isStorable({ status: 200, fields: { 'cache-control': 'max-age=0' } }, 0))
  t.ok(isStorable({ status: 200, fields: { 'cache-control': 'max-age=0', ...validator } }, 0))
})

t.test('§7.3: a response with Set-Cookie is not stored', async (t) => {
  t.notOk(await isReused(t, text('a', 'max-age=60', { 'set-cookie': 'a=1' })))
})

t.test('§7.3: a business call is stored without its Set-Cookie, which is not sent', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, success({ id: 3 }, { 'set-cookie': ['session=1', 'other=2'] }))
  const answers = [await get(article), await get(article)]
  t.equal(origin.hits(article).length, 1)
  for (const { headers } of answers) t.notOk('set-cookie' in headers)
})
