// Configured redirects: exact paths, paths below another, the query, and what stops the build.
import t from 'tap'
import { readRedirects } from '../../server/build-tools/redirects.mjs'
import { redirectOf } from '../../shared/redirects.ts'

t.test('a redirect is found by its path, exact ones first', async (t) => {
  const folder = t.testdir({
    'redirects.json': JSON.stringify({ '/old': '/new', '/old/**': '/news', '/old/x': '/news/1?from=old' }),
  })
  const matcher = await readRedirects(`${folder}/redirects.json`)
  t.equal(redirectOf(matcher, '/old'), '/new')
  t.equal(redirectOf(matcher, '/old?a=1'), '/new?a=1')
  t.equal(redirectOf(matcher, '/old/y/z?a=1'), '/news?a=1')
  t.equal(redirectOf(matcher, '/old/x?a=1'), '/news/1?from=old')
  t.equal(redirectOf(matcher, '/older'), undefined)
  t.equal(redirectOf(matcher, '/constructor'), undefined)
})

t.test('without a file there are none', async (t) => {
  const matcher = await readRedirects(`${t.testdir()}/redirects.json`)
  t.strictSame(matcher, { static: {}, wildcard: {}, dynamic: {} })
})

t.test('another site as a target stops the build', async (t) => {
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', 'news']) {
    const folder = t.testdir({ 'redirects.json': JSON.stringify({ '/old': to }) })
    await t.rejects(readRedirects(`${folder}/redirects.json`), /is no path of this site/)
  }
})
