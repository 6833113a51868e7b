// Product pages: filters, comparison, sections and order codes, filtered downloads, the index of manuals, approvals.
import t from 'tap'
import { withoutJoiners } from '../../../shared/plain-text.ts'
import { canonicalOf, find, titleOf, unescapeHtml } from '../../helpers/html.ts'
import { sampleFolder } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'

const isNoindex = (body: string) => /<meta name="robots" content="noindex"/.test(body)
const filtersIn = (body: string) => find(body.replaceAll('<!-- -->', ''), /(<nav class="filters".*?<\/nav>)/s)
const finderIn = (body: string) => find(body, /(<section class="finder".*?<\/section>)/s)
const mainIn = (body: string) => withoutJoiners(find(body.replaceAll('<!-- -->', ''), /(<main.*<\/main>)/s))
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const site = await createSite(t, { folder: sampleFolder })
const bodyOf = async (path: string) => (await site.get(path)).body

t.test('a topic is a link to the articles with the tag; the chosen one can be removed', async (t) => {
  const first = await bodyOf('/en/news')
  t.match(textOf(filtersIn(first)), /Topic Flow 8 Notices 6 Calibration 5 /)
  t.match(filtersIn(first), /<a [^>]*href="\/en\/news\?tag=Flow"/)
  const body = await bodyOf('/en/news?tag=Flow')
  t.match(titleOf(body), /^News – Flow/)
  t.match(canonicalOf(body), /\/en\/news\?tag=Flow$/)
  t.notOk(isNoindex(body))
  t.match(mainIn(body), '8 items')
  t.match(body, /<a [^>]*href="\/en\/news" aria-current="true"[^>]*>Flow/)
  const order = (html: string) => [...filtersIn(html).matchAll(/>([^<>]+) <small>/g)].map(([, name]) => name)
  t.strictSame(order(body), order(first), 'no filter moves')
})

t.test('the finder has a menu for each facet, whose values name the number of products', async (t) => {
  const body = await bodyOf('/en/product?filter=Principle:Radar&tag=Level')
  t.ok(isNoindex(body))
  const finder = finderIn(body)
  t.match(
    textOf(finder),
    /^ Filter \(2\) Find a product Topic Any .*Medium Any Drinking water \(0\) .*Principle Any /,
  )
  t.match(finder, '<option value="Principle:Radar" selected="">Radar (1)</option>')
  const options = [...finder.matchAll(/<option value="(Medium:[^"]*)">[^<]*\((\d+)\)/g)]
  t.equal(options.length, 4)
  for (const [, value = '', count] of options) {
    const filters = [unescapeHtml(value), '', 'Principle:Radar'].map((filter) => ['filter', filter])
    const query = new URLSearchParams([['tag', 'Level'], ...filters])
    t.match(textOf(mainIn(await bodyOf(`/en/product?${query}`))), new RegExp(` ${count} items? `), value)
  }
})

t.test('a comparison shows the specifications side by side, and marks rows that differ', async (t) => {
  const body = await bodyOf('/en/product/compare?id=101&id=102')
  t.ok(isNoindex(body))
  t.match(canonicalOf(body), /\/en\/product\/compare$/)
  t.match(body, /<tr class="differs"><th scope="row">Principle.*?Electromagnetic.*?Ultrasonic.*?<\/tr>/s)
  t.match(body, /<tr><th scope="row">Family/)
  t.match(body, /<a class="compare-remove" href="\/en\/product\/compare\?id=102">/)
})

t.test('a comparison without valid products says so, and offers the products', async (t) => {
  for (const [query, text] of [
    ['', /Choose two to four products.*TL-Mag.*Compare chosen products/],
    ['?id=999&id=1001', 'There is no product with the number 999, 1001.'],
    ['?id=x&id=-1&id=%00', /Choose two to four/],
    ['?id=101', 'Choose one more product to compare.'],
    ['?id=101&id=102&id=103&id=104&id=105', 'At most 4 products can be compared.'],
  ] as const)
    t.match(textOf(mainIn(await bodyOf(`/en/product/compare${query}`))), text)
})

/** The numbers of a product and of its manual, the name of its data sheet. */
const documents = words(
  '101/51/tl-mag 102/52/tl-sonic 104/53/tl-radar 106/54/tl-clear 107/55/tl-chlor 109/56/tl-gate',
)

t.test('the manual and the data sheet of a product are three clicks from home', async (t) => {
  const linksIn = (html: string) =>
    [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href)
  for (const prefix of ['', '/en']) {
    const list = `${prefix}/product`
    t.ok(linksIn(await bodyOf(prefix || '/')).includes(list), list)
    const listed = linksIn(mainIn(await bodyOf(list)))
    for (const [id = '', manual, sheet] of documents.map((row) => row.split('/'))) {
      t.ok(listed.includes(`${list}/${id}`), id)
      // Not those of its text.
      const [, files = ''] = (await bodyOf(`${list}/${id}`)).split('id="part-files"')
      const file = `/media/files/${sheet}-datasheet${prefix ? '' : '-zh'}.pdf`
      for (const document of [`${prefix}/manual/${manual}`, file]) {
        t.ok(linksIn(files).includes(document), `${id}: ${document}`)
        t.equal((await site.get(document)).statusCode, 200, document)
      }
    }
  }
})

t.test('downloads are filtered by product and type, with counts', async (t) => {
  const all = await bodyOf('/en/download')
  t.match(textOf(filtersIn(all)), /Products TL-Mag electromagnetic flowmeter 4 .*Type PDF 5 CSV 3/)
  const body = await bodyOf('/en/download?filter=product:101&filter=type:CSV')
  t.ok(isNoindex(body))
  t.match(mainIn(body), 'TL-Mag sizing table')
  t.notMatch(mainIn(body), 'Weir discharge table')
  t.match(await bodyOf('/en/download?filter=type:ZIP'), 'Nothing matches the chosen filters.')
})
