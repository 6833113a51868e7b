// Whole pages and payloads are made once for everybody, and again when what they are made from has changed.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { createClock, day, hour, second } from '../../cache/helpers/clock.ts'
import { until } from '../../cache/helpers/until.ts'
import { titleOf } from '../../helpers/html.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { reset } from '../../helpers/upstream.ts'

const opsToken = 'a-token-of-operators'
const detail = '/api/home/article/detail/'

async function createWorld(t: Test) {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now, config: { opsToken } })
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    String((await site.get(url, headers)).headers['cache-status'])
  const made = async () =>
    Number(
      /outcome="miss",kind="page",tier="origin"\} (\d+)/.exec((await site.get('/metrics')).body)?.[1] ?? 0,
    )
  const purge = (payload: object) =>
    site.app.inject({
      method: 'POST',
      url: '/ops/purge',
      headers: { authorization: `Bearer ${opsToken}` },
      payload,
    })
  /** As if somebody had changed the title at the origin. */
  const retitle = (id: number, title: string) =>
    site.origin.patch(`${detail}${id}?lang=zh`, (article) => ({ ...(article as object), title }))
  return { ...site, clock, statusOf, made, purge, retitle }
}

t.test('500 visitors of a cold page: one making, one request for each thing', async (t) => {
  const { get, origin, made } = await createWorld(t)
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      get(`/news/1?utm_source=${index}`, { 'user-agent': `Browser/${index}`, traceparent: `00-${index}` }),
    ),
  )
  const [first] = answers
  for (const { statusCode, body } of answers) t.ok(statusCode === 200 && body === first?.body)
  t.equal(new Set(origin.hits).size, origin.hits.length, 'nothing was asked twice')
  t.equal(await made(), 1)
})

t.test(
  'with a part that is late, too: all get the shell at once and the part after it, from one render',
  async (t) => {
    const { origin, listen, app } = await createWorld(t)
    const base = await listen()
    const release = Promise.withResolvers<void>()
    origin.answer('/api/home/article/recommends', async (...asked) => {
      await release.promise
      await origin.pass(...asked)
    })
    const visit = async (index: number) => {
      const response = await fetch(`${base}/news/1?utm_source=${index}`, {
        headers: { 'user-agent': personAgent },
      })
      let body = ''
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        body += piece
        if (body.includes('</footer>')) arrived.add(index)
        if (arrived.size === visitors) release.resolve()
      }
      return { body, policy: response.headers.get('content-security-policy') }
    }
    const visitors = 30
    const arrived = new Set<number>()
    const answers = await Promise.all(Array.from({ length: visitors }, (_, index) => visit(index)))
    t.equal(new Set(answers.map(({ body }) => body)).size, 1, 'the same bytes')
    t.equal(new Set(answers.map(({ policy }) => policy)).size, 1)
    t.match(answers[0]?.body, '价格')
    t.equal(new Set(origin.hits).size, origin.hits.length)
    await until(
      async () =>
        (await app.inject('/news/1')).headers['cache-status']?.toString().includes('; hit') === true,
    )
  },
)

t.test('what shapes a page is in its key, and nothing else', async (t) => {
  const { statusOf, get } = await createWorld(t)
  await get('/news?page=2&keywords=a')
  for (const same of [
    '/news?keywords=a&page=2',
    '/news?page=2&keywords=a&utm_source=x',
    '/zh/news?page=2&keywords=a',
    '/news?page=2&keywords=a&page=3',
    '/news?page=2&keywords=a&x[]=1',
  ])
    t.match(await statusOf(same), 'site; hit', same)
  for (const other of [
    '/en/news?page=2&keywords=a',
    '/news?page=3&keywords=a',
    '/news?page=2',
    '/product?page=2&keywords=a',
  ])
    t.match(await statusOf(other), 'fwd=uri-miss', other)
})

t.test('headers of a page for browsers, for shared caches, and for those who purge them', async (t) => {
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

t.test('/ depends on who asks, and is for nobody else', async (t) => {
  const { get, origin } = await createWorld(t)
  await get('/')
  const asked = origin.hits.length
  const { headers } = await get('/')
  t.match(headers, { 'cache-control': 'private, no-cache', vary: /^Cookie, Accept-Language/ })
  t.equal(headers['cdn-cache-control'], undefined)
  t.equal((await get('/', { 'accept-language': 'en' })).statusCode, 302)
  t.equal(origin.hits.length, asked, 'this server made it once all the same')
})

t.test('a page that a browser has already is not sent again', async (t) => {
  const { get } = await createWorld(t)
  const { headers } = await get('/en/news')
  const condition = { 'if-none-match': String(headers['etag']) }
  const again = await get('/en/news', condition)
  t.equal(again.statusCode, 304)
  t.match(headers['content-security-policy'], "script-src 'self'")
  t.equal(again.headers['content-security-policy'], headers['content-security-policy'])
  t.equal(again.body, '')
  t.equal(again.headers['etag'], headers['etag'])
  t.equal((await get('/en/product', condition)).statusCode, 200)
})

t.test('copies in every encoding, by what the visitor prefers', async (t) => {
  const { get } = await createWorld(t)
  const plain = (await get('/news')).rawPayload
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  for (const [accepted, expected] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'zstd'],
  ] as const) {
    await until(async () => {
      const { headers } = await get('/news', { 'accept-encoding': accepted })
      return headers['content-length'] !== undefined && headers['content-encoding'] === expected
    })
    const { rawPayload, headers } = await get('/news', { 'accept-encoding': accepted })
    t.ok(decode[expected](rawPayload).equals(plain), accepted)
    t.equal(headers['vary'], 'accept-encoding')
  }
  for (const refused of ['identity', 'br;q=0', '*;q=0', 'deflate', ''])
    t.equal(
      (await get('/news', { 'accept-encoding': refused })).headers['content-encoding'],
      undefined,
      refused,
    )
})

t.test('a changed item is shown on the pages made from it, and they alone are made again', async (t) => {
  const { get, purge, retitle, made } = await createWorld(t)
  for (const url of ['/news/1', '/news/2', '/news']) await get(url)
  const before = await made()
  retitle(1, '新标题')
  t.match((await purge({ tag: 'id:1' })).json(), { mode: 'soft' })
  await until(async () => titleOf((await get('/news/1')).body) === '新标题 | 水表厂')
  await get('/news/2')
  await get('/news')
  t.equal(await made(), before, 'behind their backs, and no other page')
})

t.test('a change that the origin tells of by itself reaches the page, too', async (t) => {
  const { get, clock, retitle } = await createWorld(t)
  await get('/news/1')
  retitle(1, '新标题')
  clock.advance(3 * hour)
  t.equal(titleOf((await get('/news/1')).body), '展会 | 水表厂', 'the old one at once')
  await until(async () => titleOf((await get('/news/1')).body) === '新标题 | 水表厂')
})

t.test('an item that is gone is a 404, whatever was stored', async (t) => {
  const { get, clock, origin } = await createWorld(t)
  await get('/news/1')
  origin.json(`${detail}1`, { success: false, data: null, msg: '', code: 404 })
  clock.advance(3 * hour)
  t.equal((await get('/news/1')).statusCode, 200)
  await until(async () => (await get('/news/1')).statusCode === 404)
})

t.test('a missing item is asked for once in a while, and found when it is there', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  t.equal((await get('/news/999')).statusCode, 404)
  const asked = origin.hits.length
  const { statusCode, headers } = await get('/news/999?x=1')
  t.match({ statusCode, headers }, { statusCode: 404, headers: { 'cache-control': 'no-store' } })
  t.match((await get('/news/999?x=1', { accept: 'application/json' })).json(), {
    message: 'Page not found: /news/999?x=1',
  })
  t.equal(origin.hits.length, asked)
  origin.json(`${detail}999?lang=zh`, {
    success: true,
    data: { id: 999, category: 'news', title: '新', body: '' },
    msg: '',
  })
  clock.advance(11 * second)
  t.equal((await get('/news/999')).statusCode, 200)
})

t.test('a page that lacks a part is not kept', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  const mend = origin.answer('/api/home/article/recommends', reset)
  const lacking = '<p class="quiet">这部分内容暂时无法显示'
  const { body, headers } = await get('/news/1')
  t.match(body, lacking)
  t.equal(headers['cache-control'], 'private, no-store')
  t.equal(headers['cdn-cache-control'], undefined)
  mend()
  clock.advance(3 * second)
  t.notMatch((await get('/news/1')).body, lacking)
  t.match((await get('/news/1')).headers['cache-status'], 'site; hit')
})

t.test('without the origin every page and payload that was seen goes on', async (t) => {
  const { get, origin, clock, build, statusOf } = await createWorld(t)
  const urls = [
    '/',
    '/en',
    '/news',
    '/en/news/1',
    '/product/11',
    '/about',
    '/contact',
    '/download36',
    '/manual/51',
  ]
  const known: string[] = []
  for (const url of urls) {
    const payload = `${url === '/' ? '' : url}/_payload.json?${build.id}`
    for (const each of [url, payload]) if ((await get(each)).statusCode === 200) known.push(each)
  }
  t.ok(known.length > 12)
  await origin.close()
  for (const later of [hour, 10 * hour, 5 * day]) {
    clock.advance(later)
    for (const url of known) {
      t.equal((await get(url)).statusCode, 200, url)
      t.match(await statusOf(url), 'site; hit', url)
    }
  }
})

t.test('what the origin does not want to be shared is not shared as a page', async (t) => {
  const { get, origin } = await createWorld(t)
  origin.answer(`${detail}1`, async (request, response, body) => {
    response.setHeader('cache-control', 'private')
    await origin.pass(request, response, body)
  })
  for (let asked = 0; asked < 2; asked++) {
    const { headers, statusCode } = await get('/news/1')
    t.equal(statusCode, 200)
    t.match(headers['cache-control'], /^private/)
    t.equal(headers['cdn-cache-control'], undefined)
  }
})

t.test('a page lives no longer than the origin allows', async (t) => {
  const { get, origin, clock } = await createWorld(t)
  origin.answer(`${detail}1?lang=zh`, async (request, response, body) => {
    response.setHeader('cache-control', 'max-age=60, must-revalidate')
    await origin.pass(request, response, body)
  })
  const asked = () => origin.hits.filter((hit) => hit === `GET ${detail}1?lang=zh`).length
  t.equal((await get('/news/1')).headers['cache-control'], 'public, max-age=0, s-maxage=60')
  clock.advance(59 * second)
  await get('/news/1')
  t.equal(asked(), 1)
  clock.advance(2 * second)
  await get('/news/1')
  t.equal(asked(), 2)
})

t.test('what one visitor brings along is shown to nobody else', async (t) => {
  const { get, statusOf } = await createWorld(t)
  for (const url of ['/contact?topic=secret', '/contact?sent=secret']) {
    const { headers, body } = await get(url)
    t.match(body, 'secret')
    t.match(headers['cache-control'], 'no-store')
    t.equal(headers['cache-status'], undefined)
  }
  t.match(await statusOf('/contact'), 'fwd=uri-miss')
  t.notMatch((await get('/contact')).body, 'secret')
})

t.test('HEAD is answered from the same page', async (t) => {
  const { get, app } = await createWorld(t)
  const { rawPayload } = await get('/news')
  const { headers, body } = await app.inject({ method: 'HEAD', url: '/news' })
  t.equal(body, '')
  t.equal(headers['content-length'], String(rawPayload.length))
})
