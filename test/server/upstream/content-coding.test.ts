// An upstream that compresses although identity was requested: decoded for calls, forms and media, within the limits.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const codings = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate ': deflateRawSync,
  br: brotliCompressSync,
  'gzip, br': (bytes: Buffer) => brotliCompressSync(gzipSync(bytes)),
}
const read = '/api/home/article/detail/1?lang=zh'
const envelope = (data: unknown) => Buffer.from(JSON.stringify({ success: true, data, msg: '' }))

const coded =
  (coding: string, bytes: Buffer, fields: Record<string, string | number> = {}, status = 200): Answer =>
  ({ method }, response) => {
    const type = { 'content-type': 'application/json' }
    response.writeHead(status, { ...type, 'content-encoding': coding, ...fields })
    response.end(method === 'HEAD' ? undefined : bytes)
  }

for (const [name, encode] of Object.entries(codings)) {
  t.test(`${name}: a call, a page, a form and a media file`, async (t) => {
    const site = await createSmallSite(t)
    site.origin.rewrite('/api/home/', (plain) => {
      const body = encode(plain)
      return { body, fields: { 'content-encoding': name.trim(), 'content-length': body.length } }
    })
    const { statusCode, headers, body } = await site.get(read)
    t.equal(statusCode, 200)
    t.match(JSON.parse(body), { success: true, data: { id: 1 } })
    t.notOk(headers['content-encoding'])
    t.equal((await site.get('/news/1')).statusCode, 200)
    const payload = { name: '李雷', contact: 'a@b.example', topic: 'other', message: 'x', consent: 'yes' }
    const posted = await site.app.inject({ method: 'POST', url: '/api/home/form/other', payload })
    t.match([posted.statusCode, posted.json()], [200, { success: true }])

    const text = Buffer.from('0123456789'.repeat(10_000))
    const fields = { 'content-type': 'image/png', etag: '"a"', 'accept-ranges': 'bytes' }
    site.origin.answer('/media/a.png', coded(name.trim(), encode(text), fields))
    for (const accepted of ['identity', 'gzip, br']) {
      const file = await site.get('/media/a.png', { 'accept-encoding': accepted })
      t.equal(file.statusCode, 200)
      t.notOk(file.headers['content-encoding'], 'what is no text is sent decoded to everybody')
      t.ok(file.rawPayload.equals(text))
    }
    const head = await site.get('/media/a.png', {}, { method: 'HEAD' })
    t.match([head.statusCode, head.headers['content-encoding']], [200, undefined])
  })
}

t.test('an encoded body that is large when decoded is rejected while it is decoded', async (t) => {
  const site = await createSmallSite(t)
  const bytes = gzipSync(Buffer.alloc(200_000_000), { level: 1 })
  site.origin.answer('/api/home/article/detail', coded('gzip', bytes, { 'content-length': bytes.length }))
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 1)
  t.equal((await site.get(read)).statusCode, 502)
  clearInterval(timer)
  t.ok(most < 100_000_000, `${most} bytes`)
})

t.test('a body that is not what its coding says is a failure', async (t) => {
  const whole = gzipSync(envelope({ id: 1, category: 'news', title: 'a', body: '' }))
  const site = await createSmallSite(t)
  for (const [id, [coding, bytes]] of (
    [
      ['gzip', Buffer.from('{}')],
      ['gzip', whole.subarray(0, -6)],
      ['gzip', Buffer.alloc(0)],
      ['unknown', whole],
      ['gzip, gzip', whole],
      // CVE-2026-22036 of undici.
      ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(whole)))],
    ] as const
  ).entries()) {
    site.origin.answer('/api/home/article/detail', coded(coding, bytes))
    t.equal((await site.get(`/api/home/article/detail/${id}`)).statusCode, 502, coding)
  }
})

t.test('an encoded error keeps its status and its message', async (t) => {
  const site = await createSmallSite(t)
  const error = Buffer.from('{"success":false,"data":null,"msg":"down","message":"down"}')
  site.origin.answer('/api/home/article/detail', coded('gzip', gzipSync(error), {}, 503))
  const { statusCode, body } = await site.get(read)
  t.strictSame([statusCode, body], [503, error.toString()])
})
