// Link guard: allowed targets of a navigation; and route middleware, the functions that run before it.
import t from 'tap'
import { assertTarget, runMiddleware } from '../../client/browser/link-guard.ts'

const origin = 'https://www.tinglan.example'
const external =
  'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.'

t.test('pages of this site are allowed', async (t) => {
  for (const to of ['/', '/en/news?page=2#x', `${origin}/news`, '#x', '?page=2'])
    t.doesNotThrow(() => assertTarget(to, origin), to)
})

t.test('other sites are rejected without `external`', async (t) => {
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'http://[']) {
    t.throws(() => assertTarget(to, origin), new Error(external), to)
    t.doesNotThrow(() => assertTarget(to, origin, { external: true }), to)
  }
})

// CVE-2024-34343, and GHSA-c9cv-mq2m-ppp3 after it: script URLs were rejected in plain `navigateTo` alone.
t.test('script and data URLs are always rejected, in any spelling', async (t) => {
  for (const protocol of ['blob:', 'data:', 'javascript:', 'vbscript:']) {
    const message = `Cannot navigate to a URL with '${protocol}' protocol.`
    const spellings = [
      protocol,
      protocol.toUpperCase(),
      ` \u0000\u001f${protocol}`,
      `${protocol[0]}\t\r\n${protocol.slice(1)}`,
    ]
    for (const to of spellings)
      for (const options of [{}, { external: true }])
        t.throws(() => assertTarget(`${to}x`, origin, options), new Error(message), JSON.stringify(to))
  }
})

t.test('the first redirect wins, the middleware of its target runs, and a loop ends', async (t) => {
  const run = (moves: Record<string, string>, to: string) => {
    const table = { redirects: (from: string) => moves[from], second: () => undefined }
    return runMiddleware(table, ['redirects', 'second'], to)
  }
  t.equal(run({}, '/news'), '/news')
  t.equal(run({ '/older': '/old', '/old': '/new' }, '/older'), '/new')
  t.match(run({ '/a': '/b', '/b': '/a' }, '/a'), /^\/[ab]$/)
  t.throws(() => runMiddleware({}, ['admin'], '/'), new Error("Unknown route middleware: 'admin'."))
})
