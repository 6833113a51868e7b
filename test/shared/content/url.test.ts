// URLs from the upstream: only those allowed in a link are accepted.
import t from 'tap'
import { noRichText } from '../../../shared/content/reader.ts'
import { readerOf } from '../../../shared/content/values.ts'
import { words } from '../../helpers/words.ts'

const read = (value: string) => readerOf({ type: 'url' })(value, noRichText)

t.test('http(s), root-relative, mailto: and tel: URLs are accepted', async (t) => {
  const safe = [
    ...words(`
      https://a.example http://a.example/x?y#z HTTPS://A.example/ / /news/1?x#y /媒体/图.svg mailto:a@b.example
      tel:+86-574-1
    `),
    ...['https://a.example/a b', '/a"b\'c<d>'],
  ]
  for (const value of safe) t.equal(read(value), value, value)
  t.equal(read(' \n/news\t '), '/news')
})

t.test('script URLs, protocol-relative URLs and invalid URLs read as empty', async (t) => {
  const unsafe = [
    ...words(String.raw`
      x ./x ../x #x ?x www.a.example a@b.example javascript:alert(1) JaVaScRiPt:alert(1)
      data:text/html,<script> vbscript:x blob:https://a.example/x file:///etc/passwd ftp://a.example
      view-source:x //evil.example /\evil.example \\evil.example https:evil.example https:/evil.example
      https:///evil.example https:\\evil.example https://\evil.example http:// /a\b
    `),
    ...[
      '',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      '/\t/evil.example',
      '/\n/evil.example',
      'https:// a',
      '/a\u0000b',
      '/a\nb',
      'mailto:a@b.example\r\nbcc:c',
    ],
  ]
  for (const value of unsafe) t.equal(read(value), '', JSON.stringify(value))
})

t.test('a URL that no parser accepts reads as empty', async (t) => {
  for (const value of words(`
    https://[ https://[::1 http://a:b:c/ https://%zz/ https://a.example:99999/
  `)) {
    t.equal(URL.canParse(value), false, value)
    t.equal(read(value), '', value)
  }
})
