// URL resolution of paths that are not pages: 404 with one of two messages, or 400.
import t from 'tap'
import { resolve } from '../../shared/resolve.ts'
import { words } from '../helpers/words.ts'

const invalid = [
  ...words(String.raw`
    /fr /downloads /download3x /download-36 /news/abc /news/1/b /product/-1 /service/1.5 /manual/x
    /manual/1e3 /detail_ /detail_%E6%B0%B4 /about/a%2Fb /about/a%5Cb /detail_. /detail_.. /detail_...
    /about/. /about/.. /about/%2e%2e /en/about/%2E /.. /%2e%2e /news%00 /news/1%00 /\evil.example
    /%5Cevil.example /en/\evil.example /%2F%2Fevil.example /detail_%252e%252e /en/fr /zh/fr /fr?page=2&x=y
    /news/1;x /favicon.ico
  `),
  ...['/detail_a b', `/detail_${'x'.repeat(65)}`, '/\u0000'],
]
const unmatched = words(`
  /news/1/2/3 /fr/news /download/36 /contact/us /service/1/2 /manual/1/2 /about/a/b // //news //evil.example
  ///evil.example /en// /en//evil.example /EN//evil.example /zh//x /news//1 /news/1// //evil.example/news?x
  http://evil.example/news news *
`)
const malformed = ['/%E0%A4%A', '/%', '/%zz', '/en/%', '/news/%C0%80', '/EN/%E0%A4%A/', '/%E0%A4%A?page=2']

t.test('a path that matches a pattern but not its rule is not valid', async (t) => {
  for (const url of invalid)
    t.strictSame(resolve(url), { kind: 'invalid', message: `Page Not Found: ${url}` }, url)
})

t.test('a path that matches no pattern is not found', async (t) => {
  for (const url of unmatched)
    t.strictSame(resolve(url), { kind: 'unmatched', message: `Page not found: ${url}` }, url)
})

t.test('a malformed percent-encoding is 400', async (t) => {
  for (const url of malformed)
    t.strictSame(resolve(url), { kind: 'malformed', message: 'Malformed URL' }, url)
})

t.test('a malformed percent-encoding in the query is ignored', async (t) => {
  t.match(resolve('/news?x=%zz'), { kind: 'page', search: '?x=%zz' })
})

t.test('a path of 10 kB is resolved', async (t) => {
  const word = 'a'.repeat(10_000)
  t.equal(resolve(`/${word}`).kind, 'invalid')
  t.equal(resolve(`/news/${'1'.repeat(10_000)}`).kind, 'invalid')
  t.equal(resolve(`/x/${word}`).kind, 'unmatched')
  t.equal(resolve('/a'.repeat(5000)).kind, 'unmatched')
  t.equal(resolve('/'.repeat(10_000)).kind, 'unmatched')
})
