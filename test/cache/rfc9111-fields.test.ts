// RFC 9111 §3.1: which fields of a response are stored, and RFC 9110 §6.6.1: its Date.
import t from 'tap'
import { second } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

t.test('§3.1: all fields are stored, unknown ones too', async (t) => {
  const { origin, get } = await createWorld(t)
  const fields = { 'x-unknown': 'kept', 'content-language': 'en', link: '</a>; rel="next"' }
  origin.on(other, text('a', 'max-age=60', fields))
  await get(other)
  t.match((await get(other)).headers, fields)
})

t.test('§3.1: Connection and the fields that it names are not', async (t) => {
  const { origin, get } = await createWorld(t)
  const fields = { connection: 'keep-alive, X-Hop', 'x-hop': '1', 'keep-alive': 'timeout=5', 'x-end': '2' }
  origin.on(other, text('a', 'max-age=60', fields))
  const [miss, hit] = [await get(other), await get(other)]
  for (const { headers } of [miss, hit]) {
    for (const name of ['connection', 'x-hop', 'keep-alive', 'transfer-encoding'])
      t.notOk(name in headers, name)
    t.equal(headers['x-end'], '2')
  }
})

t.test('§3.1: fields for a proxy of the client are never stored', async (t) => {
  const { origin, get } = await createWorld(t)
  const fields = {
    'proxy-authenticate': 'Basic',
    'proxy-authentication-info': 'a',
    'proxy-authorization': 'b',
  }
  origin.on(other, text('a', 'max-age=60', fields))
  await get(other)
  const { headers } = await get(other)
  for (const name of Object.keys(fields)) t.notOk(name in headers, name)
})

t.test('§3.1: a field that was sent several times comes back several times', async (t) => {
  const { origin, send } = await createWorld(t)
  const link = ['</a>; rel=preload', '</b>; rel=preload']
  origin.on(other, text('a', 'max-age=60', { link }))
  await send(other).then(({ body }) => Buffer.isBuffer(body) || body.resume())
  t.strictSame((await send(other)).headers['link'], link)
})

t.test('RFC 9110 §6.6.1: a response without Date gets the time of its arrival', async (t) => {
  const { get } = await createStored(t, text('a', 'max-age=60', { date: undefined }), 10 * second)
  const { headers } = await get(other)
  t.match(headers, { date: 'Mon, 15 Jun 2026 12:00:00 GMT', age: '10' })
})

t.test('RFC 9110 §8.6: the stored length is that of the body, and a 204 has none', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(other, text('three', 'max-age=60'))
  origin.on('/api/home/empty', { status: 204, headers: { 'cache-control': 'max-age=60' } })
  await get(other)
  await get('/api/home/empty')
  t.equal((await get(other)).headers['content-length'], '5')
  t.notOk('content-length' in (await get('/api/home/empty')).headers)
})
