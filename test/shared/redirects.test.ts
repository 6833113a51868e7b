// Configured redirects: exact paths, wildcards, the query, and configuration errors that fail the build.
import t from 'tap'
import { readRedirects } from '../../server/build-tools/redirects.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { createFindRedirect } from '../../shared/redirects.ts'

t.test('a redirect is found by its path, exact ones first', async (t) => {
  const folder = t.testdir({
    'redirects.json': JSON.stringify({ '/old': '/new', '/old/**': '/news', '/old/x': '/news/1?from=old' }),
  })
  const findRedirect = createFindRedirect(await readRedirects(`${folder}/redirects.json`))
  const find = (url: string) => findRedirect(splitUrl(url))
  t.strictSame(find('/old'), { to: '/new', status: 308 })
  t.strictSame(find('/old/'), { to: '/new', status: 308 })
  t.equal(find('/old?a=1')?.to, '/new?a=1')
  t.equal(find('/old/y/z?a=1')?.to, '/news?a=1')
  t.equal(find('/old/x?a=1&from=me')?.to, '/news/1?from=old&a=1')
  t.equal(find('/older'), undefined)
  t.equal(find('/constructor'), undefined)
})

t.test('without a file there are none', async (t) => {
  const matcher = await readRedirects(`${t.testdir()}/redirects.json`)
  t.strictSame(matcher, { static: {}, wildcard: {}, dynamic: {} })
})

t.test('an invalid target fails the build', async (t) => {
  for (const to of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'news', 'https://{id}']) {
    const folder = t.testdir({ 'redirects.json': JSON.stringify({ '/old': to }) })
    await t.rejects(readRedirects(`${folder}/redirects.json`), /neither a path of this site nor/)
  }
})

t.test('wildcards and variables are inserted into the target', async (t) => {
  const folder = t.testdir({
    'redirects.json': JSON.stringify({
      '/artikel/{id}': { to: '/news/{id}#top', status: 301 },
      '/shop/**': { to: 'https://shop.example/de/**', status: 302 },
      '/shop/gone/**': { status: 410 },
      '/all/{id}': '/{id}',
    }),
  })
  const findRedirect = createFindRedirect(await readRedirects(`${folder}/redirects.json`))
  const find = (url: string) => findRedirect(splitUrl(url))
  const rows: [url: string, to: string | undefined, status: number | undefined][] = [
    ['/artikel/7', '/news/7#top', 301],
    ['/artikel/7?a=1', '/news/7?a=1#top', 301],
    ['/artikel', undefined, undefined],
    ['/artikel/7/8', undefined, undefined],
    ['/artikel//', undefined, undefined],
    ['/shop/a/b?c=%20', 'https://shop.example/de/a/b?c=%20', 302],
    ['/shop/gone/a', undefined, 410],
    ['/all/x', '/x', 308],
  ]
  for (const [url, to, status] of rows) {
    const found = find(url)
    t.strictSame([found?.to, found?.status], [to, status], url)
  }
  for (const url of ['/all//evil.example', '/all/\\evil.example', '/all//evil.example/?x'])
    t.equal(find(url), undefined, url)
})
