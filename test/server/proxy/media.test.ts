// Media files of the upstream: compressed drawings, and visitors who read slowly, for whom others do not wait.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const office = '203.0.113.7'
const file = Buffer.alloc(16_000_000)
const config = { trustProxy: ['127.0.0.1'], upstreamResponseLimit: 2 * file.length }
const site = await createSmallSite(t, { config })

t.test('a drawing is compressed where the browser accepts it, and cannot run as a page', async (t) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1"/>'.repeat(200)}</svg>`
  const fields = { 'content-type': 'image/svg+xml', 'content-length': drawing.length, etag: '"a"' }
  site.origin.answer('/media/long.svg', (_request, response) => {
    response.writeHead(200, fields).end(drawing)
  })
  const plain = await site.get('/media/long.svg')
  t.equal(plain.body, drawing)
  t.match(plain.headers, { 'content-length': String(drawing.length), etag: '"a"', vary: /accept-encoding/ })
  const { headers, rawPayload } = await site.get('/media/long.svg', { 'accept-encoding': 'gzip, br' })
  t.match(headers, { 'content-encoding': 'br', etag: 'W/"a"', vary: /accept-encoding/i })
  t.equal(brotliDecompressSync(rawPayload).toString(), drawing)
  const head = await site.get('/media/long.svg', { 'accept-encoding': 'br' }, { method: 'HEAD' })
  t.match(head, { body: '', headers: { 'content-length': String(drawing.length), etag: '"a"' } })
  for (const one of [headers, plain.headers])
    t.equal(
      one['content-security-policy'],
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; sandbox",
    )
})

t.test('a link to a file that is gone leads to the error page; an <img> gets the response', async (t) => {
  for (const status of [404, 410]) {
    site.origin.answer('/media/gone.pdf', (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end('nothing here')
    })
    const page = await site.get('/media/gone.pdf')
    t.strictSame([page.statusCode, page.headers['x-robots-tag']], [status, 'noindex'])
    t.match(page.body, `data-error-page="${status}"`)
    const image = await site.get('/media/gone.pdf', { accept: 'image/avif,*/*;q=0.8' })
    t.strictSame([image.statusCode, image.body], [status, 'nothing here'])
  }
})

t.test('slow downloads of one address have a limit, which is no limit of its pages and calls', async (t) => {
  const base = await site.listen()
  const path = '/media/files/long'
  site.origin.answer(path, (_request, response) => {
    // Then it stops: the buffers of the system would take up megabytes that nobody reads.
    response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 10_000))
  })
  const opened: ClientRequest[] = []
  t.teardown(() => opened.map((request) => request.destroy()))
  const reading: IncomingMessage[] = []
  /** Reads the head and nothing more. */
  const readSlowly = (address: string) => {
    const headers = { 'user-agent': personAgent, 'x-forwarded-for': address }
    const request = get(base + path, { agent: false, headers })
    request
      .on('error', () => {})
      .on('response', (response: IncomingMessage) => reading.push(response.pause()))
    opened.push(request)
  }
  const hits = () => site.origin.hits.filter((hit) => hit.includes(path)).length
  const from = async (address: string, url: string) =>
    (await ask(base, url, { headers: { 'x-forwarded-for': address } })).status
  for (let count = 0; count < 70; count++) readSlowly(office)
  await until(() => hits() === 64)
  for (let count = 0; count < 40; count++) readSlowly(`198.51.100.${count % 8}`)
  await until(() => hits() === 104, { limitMs: 120_000, what: 'all downloads of others begin' })
  t.equal(await from(office, '/news?tag=cold'), 200, 'a page that is rendered now')
  t.equal(await from(office, '/api/home/article/list/product?lang=zh'), 200)
  t.equal(await from('203.0.113.200', '/media/files/sheet.txt'), 200)
  t.equal(hits(), 104)
  await until(() => reading.length === 104)
  reading[0]?.destroy()
  await until(() => hits() === 105, { what: 'the next one begins' })
})
