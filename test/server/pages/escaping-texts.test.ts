// Hostile texts of the upstream are escaped, in every field and on every page.
import t, { type Test } from 'tap'
import { structureOf } from '../../helpers/elements.ts'
import { find, unescapeHtml } from '../../helpers/html.ts'
import { botAgent, personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { type Change, everyPage, fixedFields, respondWithAll, urlFields } from '../../helpers/whole-origin.ts'

const hostile = {
  'script elements': '<script>alert(1)</script></script><script>alert(1)</script>',
  attributes: "\"><img src=x onerror=alert(1)>\" onmouseover=\"alert(1)' onfocus='alert(1)' autofocus='",
  'ends of elements': '<!--</title></textarea></style></noscript></template><svg onload=alert(1)>--!>',
  'line separators and templates':
    '\u2028\u2029]]>{{keywords}}$t(nav.home)$&\\u003c/script>javascript:alert(1)',
}
const asked = [
  ...everyPage.map((url) => [url, botAgent] as const),
  ['/en/news/1', personAgent] as const,
  ['/en', personAgent] as const,
]

/** Every page of a site with changed texts of the upstream. */
async function pagesOf(t: Test, change: Change): Promise<[url: string, html: string][]> {
  const site = await createSmallSite(t)
  respondWithAll(site.origin, change)
  const pages: [string, string][] = []
  for (const [url, agent] of asked) {
    pages.push([url, (await site.get(url, url === '/en/fr' ? {} : { 'user-agent': agent })).body])
  }
  return pages
}

t.test('a text creates no element and no attribute', async (t) => {
  const harmless = await pagesOf(t, (text) => text)
  for (const [name, text] of Object.entries(hostile)) {
    await t.test(name, async (t) => {
      const others = [...fixedFields, ...urlFields, 'body']
      const pages = await pagesOf(t, (value, field) => (others.includes(field) ? value : text + value))
      for (const [index, [url, html]] of pages.entries()) {
        t.strictSame(structureOf(html), structureOf(harmless[index]![1]), url)

        const footer = find(html, /<footer[^>]*>(.*)<\/footer>/s)
        if (footer) t.ok(unescapeHtml(footer).includes(text), `${url}: the text is kept`)
      }
    })
  }
})

t.test('label keys are escaped', async (t) => {
  const site = await createSmallSite(t)
  const labels = { '</script><script>alert(1)</script>': '<b>', __proto__: null, '"': '\u2028' }
  site.origin.json('/api/home/block/label', { success: true, data: labels })
  const { body: html } = await site.get('/zh')
  t.notMatch(html, 'alert(1)</script>')
})
