// Page cache: pages and payloads are rendered once for all visitors.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { until } from '../../helpers/until.ts'

t.test('500 concurrent visitors of a cold page: one render, one request for each call', async (t) => {
  const { get, origin, made } = await createWorld(t)
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      get(`/news/1?utm_source=${index}`, { 'user-agent': `Browser/${index}` }),
    ),
  )
  const [first] = answers
  for (const { statusCode, body } of answers) t.ok(statusCode === 200 && body === first?.body)
  t.equal(new Set(origin.hits).size, origin.hits.length, 'nothing was asked twice')
  t.equal(await made(), 1)
})

t.test('/ varies by Cookie and Accept-Language, and is private', async (t) => {
  const { get, origin } = await createWorld(t)
  await get('/')
  const asked = origin.hits.length
  const { headers } = await get('/')
  t.match(headers, { 'cache-control': 'private, no-cache', vary: /^Cookie, Accept-Language/ })
  t.equal(headers['cdn-cache-control'], undefined)
  const compressed = (await get('/', { 'accept-encoding': 'br' })).headers
  t.match(compressed, { 'content-encoding': 'br', vary: /^Cookie, Accept-Language, accept-encoding$/i })
  t.equal((await get('/', { 'accept-language': 'en' })).statusCode, 302)
  t.equal(origin.hits.length, asked, 'this server made it once all the same')
})

t.test('a conditional request for a page is a 304, HEAD has its length', async (t) => {
  const { get } = await createWorld(t)
  const { headers, rawPayload } = await get('/en/news')
  const head = await get('/en/news', {}, { method: 'HEAD' })
  t.match(head, { body: '', headers: { 'content-length': `${rawPayload.length}` } })
  const condition = { 'if-none-match': String(headers['etag']) }
  const again = await get('/en/news', condition)
  t.equal(again.statusCode, 304)
  t.match(headers['content-security-policy'], "script-src 'self'")
  t.equal(again.headers['content-security-policy'], headers['content-security-policy'])
  t.equal(again.body, '')
  t.equal(again.headers['etag'], headers['etag'])
  t.equal((await get('/en/product', condition)).statusCode, 200)
})

t.test('stored pages are sent in the preferred content encoding', async (t) => {
  const { get } = await createWorld(t)
  const plain = (await get('/news')).rawPayload
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, expected] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
  ] as const) {
    const asked = { 'accept-encoding': accepted }
    const isStored = async () => {
      const { headers } = await get('/news', asked)
      return headers['content-length'] !== undefined && headers['content-encoding'] === expected
    }
    await until(isStored)
    const { rawPayload, headers } = await get('/news', asked)
    t.ok(decode[expected](rawPayload).equals(plain), accepted)
    t.equal(headers['vary'], 'accept-encoding')
    const head = await get('/news', asked, { method: 'HEAD' })
    t.match(head.headers, { 'content-length': headers['content-length'], 'content-encoding': expected })
  }
  for (const accepted of ['identity', '*;q=0', 'deflate'])
    t.equal((await get('/news', { 'accept-encoding': accepted })).headers['content-encoding'], undefined)
})

t.test('a page has Cache-Control, CDN-Cache-Control, Cache-Tag and Surrogate-Key', async (t) => {
  const { get } = await createWorld(t)
  await get('/news/1')
  const { headers } = await get('/news/1')
  t.match(headers, {
    'cache-control': 'public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, stale-if-error=604800',
    'cdn-cache-control': 'max-age=7200, stale-while-revalidate=86400, stale-if-error=604800',
    'cache-tag': 'articleDetail,articleRecommends,category:news,id:1,menu,siteConfig',
    'surrogate-key': 'articleDetail articleRecommends category:news id:1 menu siteConfig',
    vary: 'accept-encoding',
    'server-timing': 'cache;desc=hit',
    age: '0',
  })
  t.equal(headers['set-cookie'], undefined)
})
