// Addresses of the origin that would run something, or leave unseen, lead nowhere.
import t, { type Test } from 'tap'
import { elementsOf, structureOf } from '../../helpers/elements.ts'
import { stateOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { type Change, everyPage, fixedFields, respondWithAll, urlFields } from '../../helpers/whole-origin.ts'

const unsafe = [
  ...[
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
  ],
  ...['//evil.example/x', '/\\evil.example', '\\\\evil.example', 'https:evil.example', '/\t/evil.example'],
]
/** Attributes that load or lead. */
const leading = [
  'href',
  'src',
  'srcset',
  'srcSet',
  'action',
  'formaction',
  'poster',
  'data',
  'ping',
  'content',
]

/** Attributes of a page that would bring someone where the address wants them. */
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

t.test('an unsafe address is in no attribute, in no state, and takes no page down', async (t) => {
  for (const start of [0, 3, 7]) {
    let next = start
    // Each field gets another address, in each round.
    const site = await createWorld(t, (value, field) =>
      urlFields.includes(field) ? unsafe[next++ % unsafe.length]! : value,
    )
    for (const url of everyPage) {
      const { statusCode, body } = await site.get(url)
      t.equal(statusCode, url === '/en/fr' ? 404 : 200, url)
      t.strictSame(dangerIn(body), [], url)
      t.notMatch(JSON.stringify(stateOf(body)), /evil|alert|vbscript/, `${url}: the state`)
    }
  }
})

t.test('an address that tries to leave its attribute stays in it', async (t) => {
  const address = '/x" onmouseover="alert(1)\'><script>alert(1)</script>\u2028'
  const hostile = await createWorld(t, (value, field) => (urlFields.includes(field) ? address : value))
  const harmless = await createWorld(t, (value, field) => (urlFields.includes(field) ? '/x' : value))
  for (const url of everyPage) {
    t.strictSame(structureOf((await hostile.get(url)).body), structureOf((await harmless.get(url)).body), url)
  }
})

t.test('an address that no parser takes does not take the page down', async (t) => {
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

t.test('half a character in a text does not take the page down', async (t) => {
  const others = [...fixedFields, ...urlFields]
  const site = await createWorld(t, (value, field) => (others.includes(field) ? value : 'a\ud800b'))
  for (const url of everyPage) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, url === '/en/fr' ? 404 : 200, url)
    t.match(body, /<\/html>$/, url)
  }
})
