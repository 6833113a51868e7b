// Hostile texts and URLs of the upstream, and hostile input of visitors: a page has the elements that it should.
// Rich text: test/server/http/rich-text.test.ts, and in a browser test/browser/hostile.test.ts.
import t, { type Test } from 'tap'
import { callAt } from '../../../shared/api/calls.ts'
import { segmentsOf } from '../../../shared/path-pattern.ts'
import { ask } from '../../helpers/ask.ts'
import { elementsOf, structureOf } from '../../helpers/elements.ts'
import { fullContent } from '../../helpers/full-content.ts'
import { find, unescapeHtml } from '../../helpers/html.ts'
import { sendJson, type TestOrigin } from '../../helpers/origin.ts'
import { robot } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

/** Fields with a URL. */
const urlFields = words(`
  url cover image image_mobile privacy link logo logo_dark mark path wechat_image
`)
/** Fields with enumerated values, dates or colours. */
const fixedFields = words(`
  category status published_at updated_at light dark ink languages language time_zone slug kind schema
`)

/** Every kind of page, the error page last. */
const everyPage = words(`
  /en /en/contact /en/news /en/product /en/news/1 /en/about /en/download /en/manual/1 /en/detail_second
  /en/news/1/4 /en/fr
`)

/** Called with each text of a response and the name of its field; texts in lists have the name of the list. */
type Change = (value: string, field: string) => string

const isUrl = (field: string) => urlFields.includes(field)
const isText = (field: string) => ![...fixedFields, ...urlFields, 'body'].includes(field)

/** Every page of a site with changed texts of the upstream, by its URL. */
async function pagesOf(t: Test, change: Change): Promise<Map<string, string>> {
  const site = await createSmallSite(t)
  respondWithAll(site.origin, change)
  const pages = new Map<string, string>()
  for (const url of everyPage) {
    const { statusCode, body } = await site.get(url, url === '/en/fr' ? {} : robot)
    t.equal(statusCode, url === '/en/fr' ? 404 : 200, url)
    pages.set(url, body)
  }
  return pages
}

const hostileText = [
  '<script>alert(1)</script></script>"><img src=x onerror=alert(1)>" onmouseover="alert(1)\' autofocus=\'',
  '<!--</title></textarea></style></noscript></template><svg onload=alert(1)>--!>',
  '\u2028\u2029]]>{{keywords}}$t(nav.home)$&\\u003c/script>javascript:alert(1)',
].join(' ')
const quoted = '/x" onmouseover="alert(1)\'><script>alert(1)</script>\u2028'

t.test('a text or URL of the upstream creates no element and no attribute', async (t) => {
  const harmless = await pagesOf(t, (value, field) => (isUrl(field) ? '/x' : value))
  const hostile = await pagesOf(t, (value, field) =>
    isUrl(field) ? quoted : isText(field) ? hostileText + value : value,
  )
  for (const [url, html] of hostile) {
    t.strictSame(structureOf(html), structureOf(harmless.get(url) ?? ''), url)
    const footer = find(html, /<footer[^>]*>(.*)<\/footer>/s)
    if (footer) t.ok(unescapeHtml(footer).includes(hostileText), `${url}: the text is kept`)
  }
})

const unsafe = [
  ...words(String.raw`
    javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x //evil.example/x /\evil.example
    \\evil.example https:evil.example
  `),
  ...[' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '/\t/evil.example', 'https://[', '/%zz', '/\ud800'],
]
const leading = words('href src srcset srcSet action formaction poster data ping content')

t.test('an unsafe URL of the upstream is in no attribute', async (t) => {
  let next = 0
  for (const [url, html] of await pagesOf(t, (value, field) =>
    isUrl(field) ? unsafe[next++ % unsafe.length]! : value,
  )) {
    const values = elementsOf(html).flatMap(({ attributes }) => leading.map((name) => attributes[name] ?? ''))
    const found = values.filter((value) => /evil|alert|vbscript|^\s*(?:javascript|data):/i.test(value))
    t.strictSame(found, [], url)
  }
})

const input = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'</title></script>'
const encoded = encodeURIComponent(input)
const written = input.replaceAll(' ', '+')

t.test('hostile input of a visitor is escaped: a query, a path, a form, header fields', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const structure = async (path: string, options = {}) => structureOf((await ask(base, path, options)).body)
  for (const path of ['/news?keywords=', '/contact?topic=', '/?'])
    t.strictSame(await structure(path + encoded), await structure(`${path}zzzz`), path)
  t.strictSame(await structure(`/zh/contact?sent=${encoded}`), await structure('/zh/contact?sent=%20'))
  const missing = await structure('/zzzz')
  for (const path of [`/${encoded}`, `/fr/${written}`]) t.strictSame(await structure(path), missing, path)
  const post = (text: string) =>
    structure('/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ message: text, topic: text, company: text }).toString(),
    })
  t.strictSame(await post(input), await post('zzzz'))
  for (const name of ['user-agent', 'cookie', 'accept-language']) {
    const headers = { [name]: name === 'cookie' ? `i18n_redirected=${input}` : input }
    t.strictSame(await structure('/fr', { headers }), missing, name)
  }
})

/** Article 4 is a sub-item of article 1. */
function respondWithAll(origin: TestOrigin, change: Change): void {
  origin.answer('/api/home/', (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const name = callAt(segmentsOf(path))?.name
    if (!name) return sendJson(response, 404, {})
    const data = changed(fullContent[name], change, '')
    const own = name === 'articleDetail' ? identity(Number(path.split('/').at(-1))) : {}
    sendJson(response, 200, {
      success: true,
      data: Array.isArray(data) ? data : { ...(data as object), ...own },
      msg: '',
    })
  })
}

const identity = (id: number) => ({ id, parent_id: id === 4 ? 1 : 0 })

function changed(value: unknown, change: Change, field: string): unknown {
  if (typeof value === 'string') return change(value, field)
  if (Array.isArray(value)) return value.map((item) => changed(item, change, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner, change, key)]))
}
