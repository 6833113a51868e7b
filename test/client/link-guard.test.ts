// Link guard: allowed targets of a navigation, and the target after redirects.
import t from 'tap'
import { assertTarget, finalTarget } from '../../client/browser/link-guard.ts'

const origin = 'https://www.tinglan.example'

t.test('pages of this site are allowed', async (t) => {
  for (const to of ['/', '/en/news?page=2#x', `${origin}/news`, '#x', '?page=2'])
    t.doesNotThrow(() => assertTarget(to, origin), to)
})

t.test('other sites are rejected', async (t) => {
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'http://['])
    t.throws(() => assertTarget(to, origin), new Error(`Cannot navigate to another site: ${to}`), to)
})

// CVE-2024-34343, and GHSA-c9cv-mq2m-ppp3 after it: script URLs in other spellings were not rejected.
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
      t.throws(() => assertTarget(`${to}x`, origin), new Error(message), JSON.stringify(to))
  }
})

t.test('redirects are followed to their end, and a loop ends', async (t) => {
  const run = (moves: Record<string, string>, to: string) => finalTarget((from) => moves[from], to)
  t.equal(run({}, '/news'), '/news')
  t.equal(run({ '/older': '/old', '/old': '/new' }, '/older'), '/new')
  t.match(run({ '/a': '/b', '/b': '/a' }, '/a'), /^\/[ab]$/)
})
