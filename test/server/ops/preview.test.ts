// POST /ops/preview: who may create a preview link, to what, and what the link is.
import t, { type Test } from 'tap'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const noon = Date.UTC(2026, 10, 23, 4)

async function createWorld(t: Test, config: object = {}) {
  const site = await createSmallSite(t, { config: { opsToken, ...config }, now: () => noon })
  const post = (payload: unknown, authorization?: string) =>
    postOps(site, '/ops/preview', payload, authorization)
  return { site, post }
}

t.test('without OPS_TOKEN it is absent, and no link can be signed', async (t) => {
  const { post, site } = await createWorld(t, { opsToken: '' })
  t.equal((await post({ path: '/news/1' }, 'Bearer ')).statusCode, 404)
  t.equal((await site.get('/news/1?preview=1.9999999999.x')).statusCode, 403)
})

t.test('it is for those with the token, which is in no log line', async (t) => {
  const { post, site } = await createWorld(t)
  for (const authorization of ['', 'Bearer', 'Bearer wrong', opsToken, `Bearer ${opsToken}x`]) {
    const { statusCode, headers } = await post({ path: '/news/1' }, authorization)
    t.equal(statusCode, 401, authorization)
    t.match(headers, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
  }
  t.notMatch(JSON.stringify(site.lines), opsToken)
})

t.test('wrong tokens are limited together with those of the purge', async (t) => {
  const { post, site } = await createWorld(t)
  for (let count = 0; count < 10; count++)
    await site.app.inject({ method: 'POST', url: '/ops/purge', payload: {} })
  t.equal((await post({ path: '/news/1' }, 'Bearer wrong')).statusCode, 429)
  t.equal((await post({ path: '/news/1' })).statusCode, 200, 'a right one never is')
})

t.test('the link is an address of SITE_URL in the language of the path, valid for an hour', async (t) => {
  const { post, site } = await createWorld(t)
  for (const path of ['/', '/en', '/news/1', '/en/news/1', '/zh/product/11', '/detail_the-fair']) {
    const response = await post({ path })
    t.equal(response.statusCode, 200, path)
    t.equal(response.headers['cache-control'], 'no-store')
    const { url, expires } = response.json()
    t.match(url, new RegExp(`^${siteUrl}${path}\\?preview=1\\.\\d{10}\\.[\\w-]{43}$`))
    t.equal(expires, '2026-11-23T05:00:00.000Z')
    const [, token] = url.split('=')
    t.notMatch(JSON.stringify(site.lines), token)
  }
})

t.test('another spelling becomes that of links, a query stays, an old token is replaced', async (t) => {
  const { post } = await createWorld(t)
  const urlOf = async (path: string) => (await post({ path })).json().url.slice(siteUrl.length)
  t.match(await urlOf('/NEWS/1/'), /^\/news\/1\?preview=/)
  t.match(await urlOf('/news?page=2'), /^\/news\?page=2&preview=/)
  t.match(await urlOf('/news/1?preview=old&x=1'), /^\/news\/1\?x=1&preview=1\.[^&]+$/)
})

t.test('anything else is 400, and the response names what is wrong', async (t) => {
  const { post } = await createWorld(t)
  for (const body of [
    {},
    [],
    { path: 1 },
    { url: '/news' },
    { path: '/news', x: 1 },
    { path: `/${'a'.repeat(2048)}` },
  ]) {
    const { statusCode, json } = await post(body)
    t.equal(statusCode, 400, JSON.stringify(body))
    t.match(json(), { error: true, message: /"path"/ })
  }
  const wrong = [
    '',
    'news',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/news',
    '/news/x',
    '/none',
  ]
  for (const path of [...wrong, '/api/home/about/1', '/sitemap.xml', '/news#x', '/news\n', '/%zz', '/新闻']) {
    const { statusCode, json } = await post({ path })
    t.equal(statusCode, 400, path)
    t.match(json().message, `path: expected the path of a page, got ${JSON.stringify(path)}`)
  }
})

t.test('a moved address is 400', async (t) => {
  const redirects = { static: { '/news/3': { redirect: '/news/1' } }, wildcard: {}, dynamic: {} }
  const { post } = await createWorld(t, { redirects })
  const { statusCode, json } = await post({ path: '/news/3' })
  t.equal(statusCode, 400)
  t.match(json().message, /^path: "\/news\/3" has moved/)
})

t.test('an item that does not exist gets no link', async (t) => {
  const { post } = await createWorld(t as never)
  for (const path of ['/en/news/999', '/product/999', '/detail_nowhere']) {
    const response = await post({ path })
    t.equal(response.statusCode, 400, path)
    t.strictSame(response.json(), {
      error: true,
      message: `path: there is nothing at "${path}", not even a draft`,
    })
  }
})
