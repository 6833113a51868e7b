// Previews: what a signed link shows, to whom, and that none of it is stored or logged.
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { draftTitle } from '../../helpers/drafts.ts'
import { alternatesOf, canonicalOf, settingsOf } from '../../helpers/html.ts'
import { createPreviewWorld, noon } from '../../helpers/preview-world.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'

const hourMs = 3_600_000
const paths = ['/', '/en', '/zh', '/news', '/en/news', '/news/1', '/en/news/1', '/news/99', '/en/news/99']

t.test('a link shows a draft on its page in both languages, under the bar', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const bars = {
    '/news/99': [
      '预览，有效期至 <time dateTime="2026-11-23T05:00:00.000Z">13:00</time>（UTC+8）。',
      '草稿',
      '退出预览',
    ],
    '/en/news/99': [
      'Preview, valid until <time dateTime="2026-11-23T05:00:00.000Z">13:00</time> (UTC+8).',
      'Draft',
      'Leave the preview',
    ],
  }
  for (const [path, texts] of Object.entries(bars)) {
    t.equal((await site.get(path)).statusCode, 404, 'the public page')
    const { statusCode, body } = await site.get(await link(path))
    t.equal(statusCode, 200, path)
    t.match(body, new RegExp(`<h1[^>]*>${draftTitle}</h1>`))
    t.match(body, 'Body of a secret draft')
    const [, bar = ''] = /<section class="preview-bar" aria-label="[^"]+">(.*?)<\/section>/.exec(body) ?? []
    const text = bar.replaceAll('<!-- -->', '')
    for (const part of texts) t.match(text, part)
    t.match(text, `href="${path === '/news/99' ? '/' : '/en'}" target="_self"`, 'a draft has no public page')
  }
})

t.test('the policy of a preview allows no analytics, which it does not load', async (t) => {
  const analytics = { script: 'https://stats.example/s.js', attributes: {} }
  const { site, link } = await createPreviewWorld(t, { config: { analytics } })
  const policyOf = async (url: string) => String((await site.get(url)).headers['content-security-policy'])
  t.match(await policyOf('/news/1'), 'https://stats.example')
  const preview = await link('/news/1')
  t.notMatch(await policyOf(preview), 'stats.example')
  const missing = preview.replace('/news/1', '/news/12345')
  t.notMatch(await policyOf(missing), 'stats.example', 'nor does an error page')
})

t.test('the bar says whether the item is scheduled, expired or public', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const barOf = async (path: string) =>
    /preview-bar.*?<\/section>/.exec((await site.get(await link(path))).body)?.[0]
  t.match(await barOf('/en/news/98'), '<strong>Scheduled</strong>')
  t.match(await barOf('/en/manual/97'), '<strong>Expired</strong>')
  t.notMatch(await barOf('/en/news/1'), '<strong>')
  t.match(await barOf('/en/news/1'), 'href="/en/news/1" target="_self"')
  t.notMatch((await site.get('/en/news/1')).body, 'preview-bar')
})

t.test('drafts are in lists and recommendations of a preview, with a mark', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const list = await site.get(await link('/en/news'))
  t.match(list.body, draftTitle)
  t.match(list.body.replaceAll('<!-- -->', ''), '</time> Draft')
  const article = await site.get(await link('/en/news/1'))
  t.match(article.body, draftTitle, 'a recommendation')
  for (const path of ['/en/news', '/en/news/1']) t.notMatch((await site.get(path)).body, draftTitle, path)
})

t.test('the response is private, not indexed and sends no referrer', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const fields = {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  }
  const first = await link('/news/1')
  const answers = {
    page: await site.get(first),
    again: await site.get(first),
    'for a bot': await site.get(first, { 'user-agent': botAgent }),
    head: await site.get(first, {}, { method: 'HEAD' }),
    'home page': await site.get(await link('/'), { 'accept-language': 'en' }),
    'missing item': await site.get((await link('/news/1')).replace('/1?', '/12345?')),
    'redirect of a spelling': await site.get((await link('/news/1')).replace('/news/1', '/NEWS/1')),
    'wrong token': await site.get('/news/1?preview=x'),
  }
  for (const [name, { headers }] of Object.entries(answers)) {
    t.match(headers, fields, name)
    for (const other of ['etag', 'age', 'cdn-cache-control', 'cache-tag', 'surrogate-key', 'set-cookie'])
      t.equal(headers[other], undefined, `${name}: ${other}`)
  }
  t.equal(answers['home page'].statusCode, 200, 'the language is that of the link')
  t.match(answers.page.body, '<meta name="robots" content="noindex"/>')
  t.notMatch((await site.get('/news/1')).body, 'noindex')
  const { statusCode, headers } = answers['redirect of a spelling']
  t.equal(statusCode, 308)
  t.equal(headers['location'], await link('/news/1'), 'the token stays')
})

t.test('the error page in a preview has the bar', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const { statusCode, body } = await site.get((await link('/en/news/1')).replace('/1?', '/12345?'))
  t.equal(statusCode, 404)
  t.match(body, 'preview-bar')
})

t.test('a link works for the whole site until the hour is over, then for no page', async (t) => {
  const { site, link, moveTo } = await createPreviewWorld(t)
  const [, token] = (await link('/news/99')).split('=')
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await site.get(`${path}?preview=${token}`)).statusCode))
  t.strictSame(
    await statuses(),
    paths.map(() => 200),
  )
  moveTo(noon + hourMs - 1)
  t.strictSame(
    await statuses(),
    paths.map(() => 200),
  )
  moveTo(noon + hourMs)
  t.strictSame(
    await statuses(),
    paths.map(() => 403),
  )
})

t.test('a wrong, changed or foreign token is 403, also where the page is public', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  await site.get('/en/news/1')
  const [, token = ''] = (await link('/en/news/1')).split('=')
  const foreign = await createPreviewWorld(t, { config: { opsToken: 'another-token-of-operators' } })
  const elsewhere = await createPreviewWorld(t, { config: { siteUrl: 'https://staging.example' } })
  const foreignToken = (await foreign.link('/en/news/1')).split('=')[1]
  const stagingToken = (await elsewhere.link('/en/news/1')).split('=')[1]
  const [version, expiry, signature = ''] = token.split('.')
  const tokens = {
    empty: '',
    word: '1',
    'of another OPS_TOKEN': foreignToken,
    'of another SITE_URL': stagingToken,
    'with a later expiry': `${version}.${Number(expiry) + 1}.${signature}`,
    'of another version': `2.${expiry}.${signature}`,
    'with another signature': `${version}.${expiry}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'without a signature': `${version}.${expiry}.`,
    longer: `${token}A`,
    'twice, the wrong one first': `x&preview=${token}`,
  }
  for (const [name, wrong] of Object.entries(tokens)) {
    const { statusCode, body } = await site.get(`/en/news/1?preview=${wrong}`)
    t.equal(statusCode, 403, name)
    t.match(body, 'A preview link is valid for one hour')
    t.notMatch(body, 'preview-bar')
    t.equal((await site.get(`/en/news/99?preview=${wrong}`)).statusCode, 403, `${name}: the same for a draft`)
  }
})

t.test('wrong tokens of one address are limited', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const right = await link('/news/1')
  for (let count = 0; count < 30; count++) t.equal((await site.get('/news/1?preview=x')).statusCode, 403)
  const { statusCode, headers } = await site.get('/news/1?preview=x')
  t.equal(statusCode, 429)
  t.match(headers, { 'retry-after': '60', 'cache-control': 'private, no-store' })
  t.equal((await site.get(right)).statusCode, 200, 'a right one never is')
  t.equal((await site.get('/news/1')).statusCode, 200)
})

t.test('the token is in no part of the response, no log line and no request to the origin', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  for (const path of ['/en/news/1', '/en/news/99', '/en/news?page=2']) {
    const url = await link(path)
    const [, token = ''] = url.split('preview=')
    const { body, headers } = await site.get(url)
    for (const accept of ['text/html', 'application/json'])
      await site.get(url, { accept, 'user-agent': botAgent })
    t.notMatch(body, token, path)
    t.notMatch(JSON.stringify(headers), token)
    t.notMatch(JSON.stringify(site.lines), token)
    t.notMatch(JSON.stringify(site.origin.requests), token)
  }
  const { body } = await site.get(await link('/en/news/1'))
  t.equal(canonicalOf(body), `${siteUrl}/en/news/1`)
  t.match(alternatesOf(body), { 'zh-CN': `${siteUrl}/news/1`, 'en-US': `${siteUrl}/en/news/1` })
  t.match(body, `<meta property="og:url" content="${siteUrl}/en/news/1"/>`)
  t.match(settingsOf(body), { preview: true })
  t.equal(settingsOf((await site.get('/en/news/1')).body).preview, undefined)
  t.ok(site.lines.some(({ msg, url }) => msg === 'request' && url === '/en/news/1'))
})

t.test('failures in a preview are logged without the token', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const url = await link('/en/news/1')
  site.origin.json('/api/home/article/detail/1', {}, 500)
  t.equal((await site.get(url)).statusCode, 502)
  t.ok(site.lines.some(({ msg }) => msg === 'request failed'))
  t.notMatch(JSON.stringify(site.lines), url.split('=')[1])
})

t.test('the origin is asked every time, and told not to store', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const url = await link('/news/99')
  for (let count = 0; count < 2; count++) {
    site.origin.requests.length = 0
    await site.get(url)
    const { requests } = site.origin
    t.ok(requests.length >= 4)
    for (const { headers, path } of requests)
      t.match(headers, { preview: '1', 'cache-control': 'no-store' }, path)
  }
  site.origin.requests.length = 0
  await site.get('/news/1')
  for (const { headers, path } of site.origin.requests) t.equal(headers['preview'], undefined, path)
})

t.test('a preview before or after leaves every public response as it is without previews', async (t) => {
  const previewed = await createPreviewWorld(t)
  const plain = await createPreviewWorld(t)
  const base = await previewed.site.listen()
  const token = (await previewed.link('/')).split('=')[1]
  const island = {
    name: 'RecommendedArticles',
    props: { locale: 'zh', model: 'news', id: 1, limit: 3 },
  } as const
  const { id } = previewed.site.build
  // Bots get the whole page.
  const headers = { 'user-agent': botAgent, accept: 'text/html', 'accept-language': 'zh-CN' }
  const urls = [
    ...paths,
    `/news/1/_payload.json?${id}`,
    `/news/_payload.json?${id}`,
    islandUrl(island, id),
    '/api/home/article/list/news?lang=zh&page=1',
    '/api/home/article/detail/99?lang=zh',
    '/zh/sitemap.xml',
    '/feed.xml',
    '/robots.txt',
  ]
  const withToken = (url: string) => `${url}${url.includes('?') ? '&' : '?'}preview=${token}`
  for (const round of ['cold', 'stored']) {
    for (const url of urls) {
      await fetch(base + withToken(url), { headers }).then((response) => response.text())
      const [got, expected] = [await fetch(base + url, { headers }), await plain.site.get(url, headers)]
      t.equal(got.status, expected.statusCode, `${round}: ${url}`)
      const body = await got.text()
      t.equal(body, expected.body, `${round}: ${url}`)
      t.notMatch(body, draftTitle, `${round}: ${url}`)
    }
  }
})

t.test('payloads, islands, calls and files are public with a token, whatever the token', async (t) => {
  const { site, link } = await createPreviewWorld(t)
  const [, token] = (await link('/')).split('=')
  const { id } = site.build
  for (const value of [token, 'x']) {
    const payload = await site.get(`/news/99/_payload.json?${id}&preview=${value}`)
    t.equal(payload.statusCode, 404)
    t.equal((await site.get(`/api/home/article/detail/99?lang=zh&preview=${value}`)).statusCode, 404)
    t.notMatch((await site.get(`/api/home/article/list/news?lang=zh&preview=${value}`)).body, draftTitle)
    t.equal((await site.get(`/livez?preview=${value}`)).statusCode, 200)
    t.equal((await site.get(`${site.build.application}?preview=${value}`)).statusCode, 200)
  }
})

t.test('a visitor cannot request a preview: neither field nor parameter is forwarded', async (t) => {
  const { site } = await createPreviewWorld(t)
  const spellings = [
    'preview=1',
    'PREVIEW=true',
    '%70review=1',
    'preview%5B%5D=1',
    'preview[a]=1',
    '+preview=1',
    'preview',
  ]
  for (const spelling of spellings)
    for (const path of ['/api/home/article/detail/99', '/api/home/echo', '/media/files/none.txt']) {
      site.origin.requests.length = 0
      const { body } = await site.get(`${path}?lang=zh&${spelling}&x=1`, { preview: '1', 'x-preview': '1' })
      t.notMatch(body, draftTitle, spelling)
      for (const { path, headers } of site.origin.requests) {
        t.notMatch(decodeURIComponent(path).toLowerCase(), 'preview', spelling)
        t.equal(headers['preview'], undefined)
      }
    }
  t.match(site.origin.hits, ['GET /api/home/article/detail/99?lang=zh&x=1'])
  await site.app.inject({
    method: 'POST',
    url: '/api/home/echo?preview=1',
    headers: { preview: '1' },
    payload: {},
  })
  t.match(site.origin.requests.at(-1), { path: '/api/home/echo', headers: { preview: undefined } })
})

t.test('any query with a preview parameter is no key of the cache', async (t) => {
  const { site } = await createPreviewWorld(t)
  await site.get('/api/home/article/list/news?lang=zh')
  const before = site.origin.hits.length
  for (const value of ['1', '2', '3']) {
    const { headers } = await site.get(`/api/home/article/list/news?lang=zh&preview=${value}`)
    t.match(headers['cache-status'], 'hit')
  }
  t.equal(site.origin.hits.length, before)
})

t.test('moved addresses keep the token, to pages of this site only', async (t) => {
  const redirects = {
    static: { '/news/3': { redirect: '/news/99' }, '/news/4': { redirect: 'https://other.example/' } },
    wildcard: {},
    dynamic: {},
  }
  const { site, link } = await createPreviewWorld(t, { config: { redirects } })
  const [, token] = (await link('/')).split('=')
  const { headers } = await site.get(`/news/3?preview=${token}`)
  t.match(headers, { location: `/news/99?preview=${token}`, 'cache-control': 'private, no-store' })
  t.equal((await site.get(`/news/4?preview=${token}`)).headers['location'], 'https://other.example/')
  t.equal((await site.get('/news/3?preview=x')).statusCode, 403)
})
