// An upstream that compresses although identity was requested: decoded for calls, forms and media, within the limits.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const codings = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'gzip, br': (bytes: Buffer) => brotliCompressSync(gzipSync(bytes)),
}
const site = await createSmallSite(t)
const envelope = (data: unknown) => Buffer.from(JSON.stringify({ success: true, data, msg: '' }))

const coded =
  (coding: string, bytes: Buffer, fields: Record<string, string | number> = {}): Answer =>
  ({ method }, response) => {
    const type = { 'content-type': 'application/json' }
    response.writeHead(200, { ...type, 'content-encoding': coding, ...fields })
    response.end(method === 'HEAD' ? undefined : bytes)
  }

for (const [at, [name, encode]] of Object.entries(codings).entries())
  t.test(`${name}: a call, a form and a media file`, async (t) => {
    site.origin.rewrite('/api/home/', (plain) => {
      const body = encode(plain)
      return { body, fields: { 'content-encoding': name, 'content-length': body.length } }
    })
    const { statusCode, headers, body } = await site.get(`/api/home/article/detail/${at + 1}?lang=zh`)
    t.equal(statusCode, 200)
    t.match(JSON.parse(body), { success: true, data: { id: at + 1 } })
    t.notOk(headers['content-encoding'])
    const payload = { name: '李雷', contact: 'a@b.example', topic: 'other', message: 'x', consent: 'yes' }
    const posted = await site.app.inject({ method: 'POST', url: '/api/home/form/other', payload })
    t.match([posted.statusCode, posted.json()], [200, { success: true }])

    const text = Buffer.from('0123456789'.repeat(10_000))
    const fields = { 'content-type': 'image/png', etag: '"a"', 'accept-ranges': 'bytes' }
    site.origin.answer('/media/a.png', coded(name, encode(text), fields))
    const file = await site.get(`/media/a.png?${at}`, { 'accept-encoding': 'gzip, br' })
    t.notOk(file.headers['content-encoding'], 'what is no text is sent decoded to everybody')
    t.ok(file.rawPayload.equals(text))
  })

t.test('an encoded body that is large when decoded, or not what its coding says, is a failure', async (t) => {
  const whole = gzipSync(envelope({ id: 1, category: 'news', title: 'a', body: '' }))
  for (const [id, [coding, bytes]] of (
    [
      ['gzip', gzipSync(Buffer.alloc(20_000_000), { level: 1 })],
      ['gzip', Buffer.from('{}')],
      ['gzip', whole.subarray(0, -6)],
      ['unknown', whole],
      // CVE-2026-22036 of undici.
      ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(whole)))],
    ] as const
  ).entries()) {
    site.origin.answer('/api/home/article/detail', coded(coding, bytes))
    t.equal((await site.get(`/api/home/article/detail/${100 + id}`)).statusCode, 502, coding)
  }
})
