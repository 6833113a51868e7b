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
  t.strictSame(await keyFigures('/en/product/101'), ['Nominal size', 'Error limit', 'Outputs', 'Protection'])
  t.strictSame(await keyFigures('/product/104'), ['量程', '版本', '外壳', '防护等级'])
  t.equal((await keyFigures('/en/product/102')).length, 4)
})

t.test('a product without a picture has that of its section, and a cover its focus', async (t) => {
  const folder = createFolder(t, {})
  cpSync(smallFolder, folder, { recursive: true })
  const [menu, front] = ['/media/drawing-1200x900.svg', 'cover: /media/x.svg\ncover_focus: 20% 30%\n']
  writeFiles(folder, {
    'menu.yaml': `- { id: 1, title: { zh: 产品, en: Products }, path: /product, image: ${menu} }\n`,
    'product/plain.en.md': '---\nid: 77\ntitle: Plain\n---\nText\n',
    'product/drawn.en.md': `---\nid: 78\ntitle: Drawn\n${front}---\nText\n`,
    'brand.yaml':
      'social: [{ name: WeChat, url: https://x.example }]\nzh: { police_filing: 浙公网安备12号, wechat_image: /media/w.svg }\n',
  })
  const small = await createSite(t, { folder })
  const list = (await small.get('/en/product')).body
  t.match(list, /<img src="\/media\/drawing-1200x900\.svg[^>]*>.*?>Plain</s)
  t.match(list, /data-focus="20% 30%"/)
  t.match(
    (await small.get('/en/product/77')).body,
    /class="gallery".*?<img src="\/media\/drawing-1200x900\.svg/s,
  )
  const contact = (await small.get('/contact')).body
  t.match(
    contact,
    /<a href="https:\/\/beian\.mps\.gov\.cn\/[^"]*code=12"[^>]*>浙公网安备12号<\/a><a [^>]*>微信<\/a>/,
  )
  for (const id of ['footer-wechat', 'contact-wechat'])
    t.match(contact, new RegExp(`popoverTarget="${id}">微信</button><div class="wechat" id="${id}"`, 'i'))
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
