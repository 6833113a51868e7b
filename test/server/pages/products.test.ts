// Product pages: filters, families, comparison, documents of a product, filtered downloads, the index of manuals.
import t from 'tap'
import { withoutJoiners } from '../../../shared/plain-text.ts'
import { canonicalOf, pageOf, titleOf, unescapeHtml } from '../../helpers/html.ts'
import { sampleFolder } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const isNoindex = (body: string) => /<meta name="robots" content="noindex"/.test(body)
const filtersIn = (body: string) =>
  /<nav class="filters".*?<\/nav>/s.exec(body.replaceAll('<!-- -->', ''))?.[0] ?? ''
const toolsIn = (body: string) =>
  /<div class="list-tools".*?<\/header>/s.exec(body.replaceAll('<!-- -->', ''))?.[0] ?? ''
const finderIn = (body: string) => /<section class="finder".*?<\/section>/s.exec(body)?.[0] ?? ''
const main = (body: string) => withoutJoiners(/<main.*<\/main>/s.exec(body)?.[0] ?? '')
const linkTo = (body: string, name: string) => {
  const [, href = ''] =
    new RegExp(`<a [^>]*?href="([^"]*)"[^>]*>${name} <small>`).exec(body.replaceAll('<!-- -->', '')) ?? []
  return unescapeHtml(href)
}
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const site = await createSite(t, { folder: sampleFolder })

t.test('a topic is a link to the articles with the tag; the chosen one can be removed', async (t) => {
  const first = await site.get('/en/news')
  t.match(textOf(filtersIn(first.body)), /Topic Flow 8 Notices 6 Calibration 5 /)
  const flow = linkTo(first.body, 'Flow')
  t.equal(flow, '/en/news?tag=Flow')
  const { body } = await site.get(flow)
  t.match(titleOf(body), /^News – Flow/)
  t.match(canonicalOf(body), /\/en\/news\?tag=Flow$/)
  t.notOk(isNoindex(body))
  t.match(main(body), '8 items')
  t.match(body, /<a [^>]*href="\/en\/news" aria-current="true"[^>]*>Flow/)
  t.match(toolsIn(body), /<a href="\/en\/news#list">Flow.*<a [^>]*href="\/en\/news#list">Clear filters/)
  const order = (html: string) => [...filtersIn(html).matchAll(/>([^<>]+) <small>/g)].map(([, name]) => name)
  t.strictSame(order(body), order(first.body), 'no filter moves')
})

t.test('filters lead to several items of a long list; one that the others exclude is no link', async (t) => {
  const { body } = await site.get('/en/download?filter=product:102')
  t.match(filtersIn(body), /<span>CSV <small>0<\/small><\/span>/)
  t.notMatch(filtersIn(body), 'TL-Gate', 'one file')
  t.equal(filtersIn((await site.get('/en/download37')).body), '', 'seven files')
  t.equal(filtersIn((await site.get('/en/news?keywords=ammonium')).body), '')
  t.match(finderIn((await site.get('/en/product')).body), /Topic(?:(?!Medium).)*Networks/s)
  t.notMatch(finderIn((await site.get('/en/product')).body), /Topic(?:(?!Medium).)*Drinking water/s)
})

t.test('the finder has a menu for each facet, whose values name the number of products', async (t) => {
  const { body } = await site.get('/en/product?filter=Principle:Radar&tag=Level')
  t.ok(isNoindex(body))
  const finder = finderIn(body)
  t.match(
    textOf(finder),
    /^ Filter \(2\) Find a product Topic Any .*Medium Any Drinking water \(0\) .*Installed in Any .*Principle Any /,
  )
  t.match(finder, /<form [^>]*action="\/en\/product">/)
  t.match(finder, '<option value="Level" selected="">Level (1)</option>')
  t.match(finder, /<button [^>]*popoverTarget="finder"/i)
  t.match(finder, '<option value="Principle:Radar" selected="">Radar (1)</option>')
  const options = [...finder.matchAll(/<option value="(Medium:[^"]*)">[^<]*\((\d+)\)/g)]
  t.equal(options.length, 4)
  for (const [, value = '', count] of options) {
    const query = new URLSearchParams([
      ['tag', 'Level'],
      ['filter', unescapeHtml(value)],
      ['filter', ''],
      ['filter', 'Principle:Radar'],
    ])
    const response = await site.get(`/en/product?${query}`)
    t.match(textOf(main(response.body)), new RegExp(` ${count} items? `), value)
  }
})

t.test('an upstream without filters: a list by tag shows all, outside the index', async (t) => {
  const data = { list: [{ id: 1, category: 'product', title: 'Pump', tags: ['Flow'] }], total: 1 }
  const site = await createSmallSite(t)
  site.origin.json('/api/home/article/list/product', { success: true, data })
  const plain = await site.get('/en/product')
  t.equal(filtersIn(plain.body) + finderIn(plain.body), '')
  t.notOk(isNoindex(plain.body))
  const { body } = await site.get('/en/product?tag=Flow&filter=a:b')
  t.match(main(body), 'Pump')
  t.ok(isNoindex(body))
  t.equal(filtersIn(body) + finderIn(body), '')
  t.notMatch(main(body), 'Clear filters')
})

t.test('a comparison shows the specifications side by side, and marks rows that differ', async (t) => {
  const { statusCode, body } = await site.get('/en/product/compare?id=101&id=102')
  t.equal(statusCode, 200)
  t.equal(pageOf(body), 'product-compare')
  t.ok(isNoindex(body))
  t.match(canonicalOf(body), /\/en\/product\/compare$/)
  t.match(body, /<tr class="differs"><th scope="row">Principle.*?Electromagnetic.*?Ultrasonic.*?<\/tr>/s)
  t.match(body, /<tr><th scope="row">Family/)
  t.match(body, /<a class="compare-remove" href="\/en\/product\/compare\?id=102">/)
  t.match(body, /<input type="hidden" [^>]*name="id" value="101"/)
  t.notMatch(body, /<option value="101"/)
})

t.test('a comparison without valid products says so, and offers the products', async (t) => {
  const texts = async (query: string) => textOf(main((await site.get(`/en/product/compare${query}`)).body))
  t.match(await texts(''), /Choose two to four products.*TL-Mag.*Compare chosen products/)
  t.match(await texts('?id=999&id=1001'), 'There is no product with the number 999, 1001.')
  t.match(await texts('?id=x&id=-1&id=%00'), /Choose two to four/)
  t.match(await texts('?id=101'), 'Choose one more product to compare.')
  t.match(await texts('?id=101&id=102&id=103&id=104&id=105'), 'At most 4 products can be compared.')
})

t.test('a product has its manual and its files, and the link of the enquiry leads to the form', async (t) => {
  const { body } = await site.get('/en/product/101')
  t.match(main(body), /<a class="arrow" href="\/en\/manual\/51">/)
  t.match(main(body), 'TL-Mag, Chinese pattern approval')
  const [table = ''] = /<table class="file-table">.*?<\/table>/s.exec(main(body)) ?? []
  t.equal(table.split('/media/files/tl-mag-datasheet.pdf').length, 2, 'each file once')
  t.match(table, / href="\/media\/files\/tl-mag-datasheet\.pdf" hrefLang="en-US" download=""/)
  t.match(body, /href="\/en\/contact\?product=101#contact-form"/)
  t.match((await site.get('/en/contact?product=101')).body, /<form[^>]* id="contact-form" tabindex="-1"/i)
})

t.test('files are beside the text with language, type and size, and nowhere else in the page', async (t) => {
  const beside = (body: string) => textOf(/<div class="beside">.*?<\/div>/s.exec(main(body))?.[0] ?? '')
  const service = await site.get('/en/service/203')
  t.match(
    beside(service.body),
    /Documents Flow laboratory, scope English · Flow laboratory, scope 中文 · PDF · 1\.7.kB ISO 9001 certificate English · /,
  )
  t.equal(service.body.split('href="/media/files/iso-9001-certificate.pdf"').length, 2)
  t.notMatch(main(service.body), 'file-table')
  const news = await site.get('/news/1036')
  t.match(
    beside(news.body),
    /相关资料 流量实验室能力范围 中文 · 流量实验室能力范围 English · PDF · 48\.7.kB 相关新闻/,
  )
  const product = await site.get('/en/product/101')
  t.match(beside(product.body), /^ Documents TL-Mag electromagnetic .*All 9 documents /)
  t.equal(beside(product.body).split('PDF ·').length, 2, 'the manual and two files')
  t.match(product.body, /<a href="#part-files">All 9/)
})

t.test('downloads are filtered by product and type, with counts', async (t) => {
  const all = await site.get('/en/download')
  t.match(textOf(filtersIn(all.body)), /Products TL-Mag electromagnetic flowmeter 4 .*Type PDF 5 CSV 3/)
  const { body } = await site.get('/en/download?filter=product:101&filter=type:CSV')
  t.ok(isNoindex(body))
  t.match(main(body), 'TL-Mag sizing table')
  t.notMatch(main(body), 'Weir discharge table')
  t.match(filtersIn(body), /<a [^>]*href="\/en\/download\?filter=type%3ACSV" aria-current="true"[^>]*>TL-Mag/)
  t.match((await site.get('/en/download?filter=type:ZIP')).body, 'Nothing matches the chosen filters.')
})

t.test('the index of manuals lists all of them, and a manual leads to it and to its product', async (t) => {
  const { body } = await site.get('/en/manual')
  t.notOk(isNoindex(body))
  for (const id of [51, 52, 53, 54, 55, 56]) t.match(main(body), `href="/en/manual/${id}"`)
  const manual = await site.get('/en/manual/51')
  t.match(textOf(main(body)), /15 April 2026 · Version 7 TL-Mag electromagnetic flowmeter, manual/)
  t.match(
    main(body),
    /<a href="\/en\/download37"[^>]*>Certificates.*<a href="\/en\/manual" aria-current="page"[^>]*>Manuals/,
  )
  t.match((await site.get('/en/download37')).body, /<a href="\/en\/manual"[^>]*>Manuals<\/a><\/li><\/ul>/)
  t.match(textOf(main(manual.body)), /^ Home Downloads Manuals TL-Mag .* 15 April 2026 · Version 7 /)
  t.match(main(manual.body), 'href="/en/product/101"')
})
