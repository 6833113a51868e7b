// Redirects of the build manifest: rules, targets with the query, and addresses that are never redirected.
import t from 'tap'
import { splitUrl } from '../../shared/parse-url.ts'
import { createFindRedirect, encodedPath, isReserved } from '../../shared/redirects.ts'
import { words } from '../helpers/words.ts'

const find = createFindRedirect({
  static: {
    '/old': { redirect: '/news' },
    '/query': { redirect: '/a?x=1#b#c', status: 301 },
    '/fragment': { redirect: '/a#b' },
    '/gone': { status: 410 },
    '/gone/too': { redirect: '/a', status: 410 },
  },
  wildcard: { '/shop/closed': { status: 410 }, '/shop': { redirect: 'https://shop.example/**' } },
  dynamic: { '/all/{id}': { redirect: '/{id}', status: 302 } },
})
const rows: [url: string, status?: number, to?: string][] = [
  ['/old', 308, '/news'],
  ['/old/?a=1&b', 308, '/news?a=1&b'],
  ['/old?', 308, '/news'],
  ['/old/x'],
  ['/'],
  ['/query', 301, '/a?x=1#b#c'],
  ['/query?x=2&y=3', 301, '/a?x=1&y=3#b#c'],
  ['/query?x=2', 301, '/a?x=1#b#c'],
  ['/fragment?y=3', 308, '/a?y=3#b'],
  ['/gone?x=1', 410],
  ['/gone/too', 410],
  ['/shop/a/b?c', 308, 'https://shop.example/a/b?c'],
  ['/shop'],
  ['/shop/closed/a', 410],
  ['/all/x', 302, '/x'],
  ['/all/x/y'],
  ['/all/\\evil.example'],
  ['/all/x\\y', 302, '/x\\y'],
]
t.test('the first rule that matches has the status; parameters of its target win', async (t) => {
  for (const [url, status, to] of rows) t.strictSame(find(splitUrl(url)), status && { to, status }, url)
})

t.test('addresses that are not pages are reserved', async (t) => {
  const reserved = words(`
    / /?a /api /api/x /assets/x /builds/x /media/x /ops/x /language /__nuxt_island/x /livez /readyz /metrics
  `)
  const others = words('/news /apis /a/api /a/ /livez/x /metrics.html')
  t.strictSame([...reserved, ...others].filter(isReserved), reserved)
})

t.test('a path is encoded as browsers encode it', async (t) => {
  t.equal(encodedPath('/a b~!/水😀\ud800'), '/a%20b~!/%E6%B0%B4%F0%9F%98%80%EF%BF%BD')
})
