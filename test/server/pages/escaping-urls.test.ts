// Unsafe URLs of the upstream (scripts, protocol-relative) are removed.
import t, { type Test } from 'tap'
import { elementsOf, structureOf } from '../../helpers/elements.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { type Change, everyPage, fixedFields, respondWithAll, urlFields } from '../../helpers/whole-origin.ts'
import { words } from '../../helpers/words.ts'

const unsafe = [
  ...words(String.raw`
    javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x //evil.example/x /\evil.example
    \\evil.example https:evil.example
  `),
  ...[' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '/\t/evil.example'],
]
/** Attributes with URLs. */
const leading = words(`
  href src srcset srcSet action formaction poster data ping content
`)

/** Attributes of a page with an unsafe URL. */
function dangerIn(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) =>
    leading.flatMap((attribute) => {
      const value = attributes[attribute] ?? ''
      return /evil|alert|vbscript|^\s*(?:javascript|data):/i.test(value)
        ? [`<${name} ${attribute}="${value}">`]
        : []
    }),
  )
}

async function createWorld(t: Test, change: Change) {
  const site = await createSmallSite(t)
  respondWithAll(site.origin, change)
  return site
}

t.test('an unsafe URL is in no attribute, and breaks no page', async (t) => {
  for (const start of [0, 3, 7]) {
    let next = start
    // Each field gets another URL in each round.
    const site = await createWorld(t, (value, field) =>
      urlFields.includes(field) ? unsafe[next++ % unsafe.length]! : value,
    )
    for (const url of everyPage) {
      const { statusCode, body } = await site.get(url)
      t.equal(statusCode, url === '/en/fr' ? 404 : 200, url)
      t.strictSame(dangerIn(body), [], url)
    }
  }
})

t.test('a URL with quotes is escaped in its attribute', async (t) => {
  const address = '/x" onmouseover="alert(1)\'><script>alert(1)</script>\u2028'
  const hostile = await createWorld(t, (value, field) => (urlFields.includes(field) ? address : value))
  const harmless = await createWorld(t, (value, field) => (urlFields.includes(field) ? '/x' : value))
  for (const url of everyPage) {
    t.strictSame(structureOf((await hostile.get(url)).body), structureOf((await harmless.get(url)).body), url)
  }
})

t.test('an unparsable URL does not break the page', async (t) => {
  for (const address of [
    'https://[',
    'https://%zz/',
    'http://a:b:c/',
    'https://a.example/%',
    'mailto:%',
    '/%zz',
    '/\ud800',
  ]) {
    const site = await createWorld(t, (value, field) => (urlFields.includes(field) ? address : value))
    for (const url of ['/en', '/en/news/1', '/en/download']) {
      t.equal((await site.get(url)).statusCode, 200, `${url} ${JSON.stringify(address)}`)
    }
  }
})

t.test('a lone surrogate in a text does not break the page', async (t) => {
  const others = [...fixedFields, ...urlFields]
  const site = await createWorld(t, (value, field) => (others.includes(field) ? value : 'a\ud800b'))
  for (const url of everyPage) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, url === '/en/fr' ? 404 : 200, url)
    t.match(body, /<\/html>$/, url)
  }
})
