// Markup of every page kind: unique ids, heading order, no inline styles or handlers.
import t from 'tap'
import { localizePath } from '../../../shared/href.ts'
import { pageKindsIn } from '../../browser/page-kinds.ts'
import { elementsOf, inlineScriptsOf } from '../../helpers/elements.ts'
import { find } from '../../helpers/html.ts'
import { markupFaults } from '../../helpers/markup.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

const site = await createSite(t)

for (const locale of ['zh', 'en'] as const) {
  t.test(`every page kind in ${locale}`, async (t) => {
    for (const path of pageKindsIn(locale)) {
      // The 404 of a bot is one line of text.
      const { body } = await site.get(path, path.includes('nowhere') ? {} : { 'user-agent': botAgent })
      t.strictSame(markupFaults(elementsOf(body)), [], path)
      t.strictSame(inlineScriptsOf(body, site.build), [], `${path}: inline scripts`)
    }
  })
}

t.test('a breadcrumb follows the route, and the structured data has the same one', async (t) => {
  const expected: Record<string, string[]> = {
    '/en/news/1021': ['Home', 'News'],
    '/en/product/101/1111': ['Home', 'Products', 'TL-Mag electromagnetic flowmeter'],
    '/en/about/quality': ['Home', 'About us'],
    '/en/download37': ['Home', 'Downloads'],
    '/en/manual/51': ['Home', 'Downloads', 'Manuals'],
    '/en/detail_privacy': ['Home'],
    '/en/sitemap': ['Home'],
    '/en/contact': ['Home'],
  }
  for (const [path, above] of Object.entries(expected)) {
    const { body } = await site.get(path, { 'user-agent': botAgent })
    const nav = find(body, /<nav class="breadcrumb"[^>]*>(.*?)<\/nav>/s)
    const shown = [...nav.matchAll(/<li>(.*?)<\/li>/gs)].map(([, crumb = '']) =>
      crumb.replace(/<[^>]*>/g, ''),
    )
    const graph = JSON.parse(find(body, /<script type="application\/ld\+json">(.*?)<\/script>/s))['@graph']
    const { itemListElement } = graph.find((thing: Thing) => thing['@type'] === 'BreadcrumbList')
    t.strictSame(
      shown,
      itemListElement.map(({ name }: Thing) => name),
      path,
    )
    t.strictSame(shown.slice(0, -1), above, path)
  }
})

type Thing = Record<string, string>

t.test('the language switch of a page in one language links to its section with a notice', async (t) => {
  const { body } = await site.get(`${localizePath('/product', 'en')}?missing=1`)
  t.match(body, 'available in Chinese only')
  t.match(body, /data-locale-switch="zh" href="\/product"/)
})
