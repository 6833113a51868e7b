// What makes two requests the same one.
import t from 'tap'
import { cacheRequest } from '../../server/cache/cache-request.ts'
import { article } from './helpers/responses.ts'

function keyOf(path: string, headers: Record<string, string> = {}, method = 'GET'): string | undefined {
  return cacheRequest({ method, path, headers })?.key
}

function fillPath(path: string): string | undefined {
  return cacheRequest({ method: 'GET', path, headers: {} })?.fill.path
}

t.test('the order of parameters makes no difference, and the origin gets them sorted', async (t) => {
  t.equal(keyOf(`${article}?b=2&a=1`), keyOf(`${article}?a=1&b=2`))
  t.equal(fillPath(`${article}?b=2&a=1`), `${article}?a=1&b=2`)
})

t.test('an empty query is none', async (t) => {
  for (const query of ['?', '?&', '?&&']) t.equal(keyOf(article + query), keyOf(article), query)
})

t.test('parameters of one name keep their order, whatever stands between them', async (t) => {
  t.not(keyOf(`${article}?a=1&a=2`), keyOf(`${article}?a=2&a=1`))
  t.equal(keyOf(`${article}?a=1&b=3&a=2`), keyOf(`${article}?b=3&a=1&a=2`))
  t.equal(fillPath(`${article}?a=2&b=3&a=1`), `${article}?a=2&a=1&b=3`)
})

t.test('also where the name is spelled in two ways', async (t) => {
  t.equal(fillPath(`${article}?a=1&%61=2`), `${article}?a=1&%61=2`)
  t.equal(fillPath(`${article}?%61=2&a=1`), `${article}?%61=2&a=1`)
  t.equal(fillPath(`${article}?x[]=1&a=0&x%5B%5D=2`), `${article}?a=0&x[]=1&x%5B%5D=2`)
})

t.test('a parameter twice, once, without value and not at all are four things', async (t) => {
  const keys = ['?a=1&a=1', '?a=1', '?a', '?a=', ''].map((query) => keyOf(article + query))
  t.equal(new Set(keys).size, keys.length)
})

t.test('a malformed escape harms nothing', async (t) => {
  t.equal(fillPath(`${article}?%zz=1&%=2&a=%`), `${article}?%=2&%zz=1&a=%`)
})

t.test('the language is part of the key: zh or en, from lang or Accept-Language', async (t) => {
  const zh = keyOf(article, { 'accept-language': 'zh' })
  const en = keyOf(article, { 'accept-language': 'en' })
  t.not(zh, en)
  for (const language of ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-TW', 'fr', '*', '']) {
    t.equal(keyOf(article, { 'accept-language': language }), zh, language)
  }
  for (const language of ['en-GB', 'en;q=0.5,zh;q=0.4', 'fr, en;q=0.1'])
    t.equal(keyOf(article, { 'accept-language': language }), en, language)
  t.equal(keyOf(article), zh)
})

t.test('the request to the origin has the language of the key', async (t) => {
  const request = cacheRequest({
    method: 'GET',
    path: article,
    headers: { 'accept-language': 'en-GB,fr;q=0.2' },
  })
  t.equal(request!.fill.headers['accept-language'], 'en')
})

t.test('HEAD has the key of GET; other methods have none', async (t) => {
  t.equal(keyOf(article, {}, 'HEAD'), keyOf(article))
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get', 'PURGE'])
    t.equal(keyOf(article, {}, method), undefined, method)
})

t.test('a URL that is too long has no key', async (t) => {
  t.equal(keyOf(`${article}?a=${'x'.repeat(5000)}`), undefined)
})

t.test('a body that comes with a GET is not part of it, and does not reach the origin', async (t) => {
  const request = cacheRequest({ method: 'GET', path: article, headers: {}, body: Buffer.from('{"id":4}') })
  t.equal(request!.key, keyOf(article))
  t.notOk('body' in request!.fill)
})

t.test('a call is tagged with its name, its parameters and its path', async (t) => {
  const tags = (path: string, method = 'GET') => cacheRequest({ method, path, headers: {} })!.tags.sort()
  t.strictSame(tags(`${article}?lang=en`), ['articleDetail', 'id:3', `path:${article}`])
  t.strictSame(tags('/api/home/article/list/news'), [
    'articleList',
    'category:news',
    'path:/api/home/article/list/news',
  ])
  t.strictSame(tags('/api/home/article/recommends/news', 'POST'), [
    'articleRecommends',
    'category:news',
    'path:/api/home/article/recommends/news',
  ])
  t.strictSame(tags('/api/home/article/info/privacy').slice(0, 1), ['articleInfo'])
  t.strictSame(tags('/api/home/unknown'), ['path:/api/home/unknown'])
})
