// Page cache: pages are rendered once for all visitors; their lifetime, header fields and invalidation. What is stale is
// sent without a lifetime for caches in front and browsers, whatever made it stale.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { hour, second } from '../../cache/helpers/clock.ts'
import { createWorld, detail } from '../../helpers/page-cache-world.ts'
import { botAgent, type Site } from '../../helpers/site.ts'
import { until } from '../../helpers/until.ts'
import { hang, status } from '../../helpers/upstream.ts'

t.test('100 concurrent visitors of a cold page: one render, one request for each call', async (t) => {
  const { get, origin, made } = await createWorld(t)
  const visit = (_: unknown, at: number) => get(`/news/1?utm_source=${at}`, { 'user-agent': `Browser/${at}` })
  const bodies = (await Promise.all(Array.from({ length: 100 }, visit))).map(({ body }) => body)
  t.equal(new Set(bodies).size, 1)
  t.match(bodies[0], '展会的正文')
  t.equal(new Set(origin.hits).size, origin.hits.length, 'nothing was requested twice')
  t.equal(await made(), 1)
})

t.test('/ varies by Cookie and Accept-Language, and is private', async (t) => {
  const { get, origin } = await createWorld(t)
  await get('/')
  const requested = origin.hits.length
  const { headers } = await get('/', { 'accept-encoding': 'br' })
  t.match(headers, {
    'cache-control': 'private, no-cache',
    'cdn-cache-control': undefined,
    vary: /^Cookie, Accept-Language, accept-encoding$/i,
  })
  t.equal((await get('/', { 'accept-language': 'en' })).statusCode, 302)
  t.equal(origin.hits.length, requested, 'this server stores it all the same')
})

t.test('a conditional request for a page is a 304 with the policy of the page', async (t) => {
  const { get } = await createWorld(t)
  const { headers } = await get('/en/news')
  const condition = { 'if-none-match': String(headers['etag']) }
  const again = await get('/en/news', condition)
  t.strictSame([again.statusCode, again.body], [304, ''])
  t.match(headers['content-security-policy'], "script-src 'self'")
  for (const name of ['etag', 'content-security-policy']) t.equal(again.headers[name], headers[name])
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
    await until(async () => (await get('/news', asked)).headers['content-length'] !== undefined)
    const { rawPayload, headers } = await get('/news', asked)
    t.match(headers, { 'content-encoding': expected, vary: 'accept-encoding' })
    t.ok(decode[expected](rawPayload).equals(plain), accepted)
    const head = await get('/news', asked, { method: 'HEAD' })
    t.match(head.headers, { 'content-length': headers['content-length'], 'content-encoding': expected })
  }
  for (const accepted of ['identity', '*;q=0'])
    t.equal((await get('/news', { 'accept-encoding': accepted })).headers['content-encoding'], undefined)
})

t.test('a page has Cache-Control, CDN-Cache-Control, Cache-Tag and Surrogate-Key', async (t) => {
  const { get } = await createWorld(t)
  await get('/news/1')
  t.match((await get('/news/1')).headers, {
    'cache-control': 'public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, stale-if-error=604800',
    'cdn-cache-control': 'max-age=7200, stale-while-revalidate=86400, stale-if-error=604800',
    'cache-tag': 'articleDetail,articleRecommends,category:news,id:1,menu,siteConfig',
    'surrogate-key': 'articleDetail articleRecommends category:news id:1 menu siteConfig',
    vary: 'accept-encoding',
    'server-timing': 'cache;desc=hit',
    age: '0',
  })
})

t.test('the lifetime of a page is at most that of its responses', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  origin.answer(`${detail}1?lang=zh`, async (request, response, body) => {
    response.setHeader('cache-control', 'max-age=60, must-revalidate')
    await origin.pass(request, response, body)
  })
  const requests = () => origin.hits.filter((hit) => hit === `GET ${detail}1?lang=zh`).length
  t.equal((await get('/news/1')).headers['cache-control'], 'public, max-age=0, s-maxage=60')
  for (const [seconds, expected] of [
    [59, 1],
    [2, 2],
  ] as const) {
    clock.advance(seconds * second)
    await get('/news/1')
    t.equal(requests(), expected)
  }
})

t.test('pages with personal query parameters are not stored', async (t) => {
  const { get, statusOf } = await createWorld(t)
  for (const url of ['/contact?topic=secret', '/contact?sent=SECRET23']) {
    const { headers, body } = await get(url)
    t.match(body, /secret/i)
    t.match(headers['cache-control'], 'no-store')
  }
  t.match(await statusOf('/contact'), 'fwd=uri-miss')
  t.notMatch((await get('/contact')).body, /secret/i)
})

t.test('after an expiring purge no stored page waits for an upstream that hangs', async (t) => {
  const { get, purge, origin } = await createWorld(t, { mostRenders: 4 })
  // More than may be rendered at once.
  const urls = Array.from({ length: 24 }, (_, at) => `/news?tag=${at}`)
  for (const url of urls) t.equal((await get(url)).statusCode, 200)
  await purge({ all: true, mode: 'expire' })
  origin.answer('/', hang)
  for (const { statusCode, headers } of await Promise.all(urls.map((url) => get(url))))
    t.match([statusCode, headers['cache-status']], [200, /^site; hit; ttl=-?\d/])
})

/** Seconds for which a cache in front would keep the response; some of them ignore Age. */
function lifetimeOf({ headers }: LightMyRequestResponse): number {
  const fields = [headers['cache-control'], headers['cdn-cache-control'], headers['surrogate-control']]
  const given = [...fields.join().matchAll(/(?:max-age|s-maxage)=(\d+)/g)].map(([, text]) => Number(text))
  if (given.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(...given, headers['expires'] ? Date.parse(String(headers['expires'])) : 0)
}

/** Of each kind of response, as GET, HEAD and 304, twice: what is refreshed in the background in between has failed. */
async function lifetimes({ get, build }: Site): Promise<Record<string, number>> {
  const props = { locale: 'zh', model: 'news', id: 1, limit: 3 } as const
  const urls = [
    '/news/1',
    `/news/1/_payload.json?${build.id}`,
    islandUrl({ name: 'RecommendedArticles', props }, build.id),
    '/feed.xml',
    '/sitemap.xml',
    '/zh/sitemap.xml',
    '/api/home/article/detail/1?lang=zh',
  ]
  const found: Record<string, number> = {}
  const headers = { 'user-agent': botAgent, accept: '*/*' }
  for (const round of [1, 2])
    for (const url of urls) {
      const sent = await get(url, headers)
      const responses = [sent, await get(url, headers, { method: 'HEAD' })]
      const etag = sent.headers['etag']
      if (etag) responses.push(await get(url, { ...headers, 'if-none-match': String(etag) }))
      for (const one of responses) found[`${url}, ${round}: ${one.statusCode}`] = lifetimeOf(one)
    }
  return found
}

for (const name of ['after a soft purge', 'while it may be revalidated'])
  t.test(`${name} no response has a lifetime`, async (t) => {
    const site = await createWorld(t)
    const fresh = await lifetimes(site)
    for (const [name, seconds] of Object.entries(fresh)) t.ok(seconds > 0, `${name} is fresh`)
    site.origin.answer('/', status(500))
    if (name.includes('purge')) await site.purge({ all: true, mode: 'soft' })
    else site.clock.advance(3 * hour)
    t.strictSame(await lifetimes(site), Object.fromEntries(Object.keys(fresh).map((name) => [name, 0])))
  })
