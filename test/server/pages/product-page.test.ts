// The page of a product: its sections and their order, key figures, order codes, references.
import { cpSync } from 'node:fs'
import t from 'tap'
import { withoutJoiners } from '../../../shared/plain-text.ts'
import { createFolder, writeFiles } from '../../content/world.ts'
import { sampleFolder } from '../../helpers/origin.ts'
import { createSite } from '../../helpers/site.ts'
import { smallFolder } from '../../helpers/small-site.ts'

const site = await createSite(t, { folder: sampleFolder })
const mainOf = async (path: string) =>
  withoutJoiners(/<main.*<\/main>/s.exec((await site.get(path)).body)?.[0] ?? '').replaceAll('<!-- -->', '')
const partOf = (main: string, tag: string, className: string) =>
  new RegExp(`<${tag}[^>]* class="${className}.*?</${tag}>`, 's').exec(main)?.[0] ??
  new RegExp(`<${tag} class="${className}.*?</${tag}>`, 's').exec(main)?.[0] ??
  ''
const linksIn = (html: string) =>
  [...html.matchAll(/<a href="#([^"]+)">([^<]+)/g)].map(([, id = '', title = '']) => ({ id, title }))
const namesIn = (html: string) => [...html.matchAll(/<dt>([^<]+)/g)].map(([, name]) => name)

t.test('the local navigation names the sections of the page in their order', async (t) => {
  const expected = {
    '/en/product/101':
      'Overview, Specifications, Description, Order codes, Documents, Options and accessories, References',
    '/product/101': '概览, 技术参数, 产品说明, 订货号, 相关资料, 选配与附件, 应用业绩',
    '/en/product/102': 'Overview, Specifications, Description, Documents, Options and accessories',
  }
  for (const [path, titles] of Object.entries(expected)) {
    const main = await mainOf(path)
    const links = linksIn(partOf(main, 'nav', 'local-nav'))
    t.equal(links.map(({ title }) => title).join(', '), titles)
    const places = links.map(({ id }) => main.indexOf(`id="${id}"`))
    t.ok(places.every((place) => place > 0))
    t.strictSame(
      places,
      places.toSorted((a, b) => a - b),
    )
  }
})

t.test('key figures are those that the content highlights, else the first four', async (t) => {
  const keyFigures = async (path: string) => namesIn(partOf(await mainOf(path), 'dl', 'key-figures'))
  t.strictSame(await keyFigures('/en/product/101'), ['Nominal size', 'Liner', 'Outputs', 'Protection'])
  t.strictSame(await keyFigures('/product/104'), ['量程', '版本', '外壳', '防护等级'])
  t.equal((await keyFigures('/en/product/102')).length, 4)
})

t.test('order codes are a table with a column for each attribute, and each code can be copied', async (t) => {
  const main = await mainOf('/en/product/101')
  const table = partOf(main, 'table', 'variant-table')
  t.strictSame(
    [...table.matchAll(/<th scope="col">([^<]+)/g)].map(([, name]) => name),
    ['Order code', 'Size', 'Liner', 'Pressure rating', 'Face to face', 'Mass'],
  )
  t.equal(table.match(/<tr/g)?.length, 1 + 30)
  const row = /<tr id="variant-20"><th scope="row"><code>TLM-0300-E<\/code>.*?<\/tr>/.exec(table)?.[0] ?? ''
  t.match(row, /<button type="button" class="copy scripted" aria-label="Copy order code TLM-0300-E"/)
  t.match(row, /<td>DN300<\/td><td>EPDM<\/td><td>PN16<\/td><td>500.mm<\/td><td>58.kg<\/td>/)
  t.match(main, 'data-filter-rows="variants"')
  const short = await mainOf('/en/product/104')
  t.match(short, 'TLR-S')
  t.notMatch(short, 'data-filter-rows', 'three rows need no filter')
  t.notMatch(partOf(short, 'table', 'variant-table'), '>Size<')
})

t.test('references have a name, a place and a year', async (t) => {
  const list = partOf(await mainOf('/en/product/101'), 'ul', 'references')
  t.match(list, /<h3>County water utility<\/h3><p class="meta">Western Zhejiang · 2023<\/p><p>43 meters/)
})

t.test(
  'the link of the enquiry is in a bar at the end of a product, and nowhere in an article',
  async (t) => {
    const bar = /<div class="enquiry-bar">.*?<\/div>/s
    t.match(bar.exec(await mainOf('/en/product/101'))?.[0], 'href="/en/contact?product=101#contact-form"')
    t.notMatch(await mainOf('/en/service/203'), bar)
  },
)

t.test('articles and products have a button that copies their address', async (t) => {
  for (const path of ['/en/product/101', '/en/news/1036', '/news/1036'])
    t.match(await mainOf(path), /<button [^>]*class="copy scripted">(?:Copy link|复制链接)</)
})

t.test('topics lead to the list with their filter, except those of a sub-item', async (t) => {
  const topicsOf = async (path: string) => partOf(await mainOf(path), 'p', 'meta')
  t.match(await topicsOf('/en/product/101'), '<a href="/en/product?tag=Flow">Flow</a>')
  t.match(await topicsOf('/news/1021'), '<a href="/news?tag=%E5%B1%95%E4%BC%9A">展会</a>')
  t.match(await topicsOf('/en/product/101/1111'), /<span>Flow/)
  t.match(await mainOf('/en/product?tag=Flow'), 'href="/en/product/101"')
})

t.test('drawings and models are a table of their own below the other documents', async (t) => {
  const files = ['sheet.pdf', 'meter.dwg', 'meter.step'].map(
    (name) => `  - { name: ${name}, url: 'https://files.example/${name}' }\n`,
  )
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  writeFiles(folder, {
    'product/drawn.en.md': `---\nid: 901\ntitle: Meter\nattachments:\n${files.join('')}---\nText\n`,
  })
  const drawn = await createSite(t, { folder })
  const { body } = await drawn.get('/en/product/901')
  const [texts = '', drawings = ''] = body.split('Drawings and CAD</h3>')
  t.match(texts, 'sheet.pdf</a>')
  t.notMatch(drawings.split('</table>')[0], 'sheet.pdf')
  for (const name of ['meter.dwg', 'meter.step']) t.match(drawings.split('</table>')[0], name)
})
