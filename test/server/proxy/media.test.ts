// Media files of the upstream.
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const _text = '0123456789abcdefghijklmnopqrstuvwxyz'
const _sheet = '/media/files/sheet.txt'

const site = await createSmallSite(t)

t.test('a drawing cannot run as a page of this site', async (t) => {
  const { statusCode, headers } = await site.get('/media/images/pump-1200x675.svg')
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'image/svg+xml')
  t.equal(
    headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; sandbox",
  )
})

t.test('a drawing is compressed where the browser accepts it, and keeps its validator', async (t) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1"/>'.repeat(200)}</svg>`
  site.origin.answer('/media/long.svg', (_request, response) => {
    const length = Buffer.byteLength(drawing)
    response
      .writeHead(200, { 'content-type': 'image/svg+xml', 'content-length': length, etag: '"a"' })
      .end(drawing)
  })
  const plain = await site.get('/media/long.svg')
  t.equal(plain.body, drawing)
  t.match(plain.headers, { 'content-length': String(drawing.length), etag: '"a"', vary: /accept-encoding/ })
  const options = { url: '/media/long.svg', headers: { 'accept-encoding': 'gzip, br' } } as const
  const { headers, rawPayload } = await site.app.inject(options)
  t.match(headers, { 'content-encoding': 'br', etag: 'W/"a"', vary: /accept-encoding/i })
  t.equal(brotliDecompressSync(rawPayload).toString(), drawing)
})

t.test('a file that is not there is a 404, and so is a folder and a way out', async (t) => {
  for (const url of words('/media/none.txt /media/files /media/ /media/%2e%2e/site.yaml'))
    t.equal((await site.get(url)).statusCode, 404, url)
})
