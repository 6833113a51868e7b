// Claims: a `|` in the title of a banner or an about page is a line break of the heading, and shown nowhere else.
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { botAgent, createSite } from '../../helpers/site.ts'

const banner = { id: 1, zh: { title: '每一滴水，|都有数' }, en: { title: 'Every <drop>, |is counted' } }
const files = {
  ...siteFiles,
  'banners.yaml': JSON.stringify({ home: [banner] }),
  'about/company.en.md': page(
    'id: 1\ntitle: Made in Ningbo, |measured on water\nsummary: Wet shoes.',
    'Text',
  ),
}

t.test('a claim breaks its lines in the heading, escaped, and no other text has the sign', async (t) => {
  const site = await createSite(t, { folder: createFolder(t, files) })
  const get = async (url: string) => (await site.get(url, { 'user-agent': botAgent })).body
  const headingOf = async (url: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(await get(url))?.[1] ?? ''
  t.match(await headingOf('/zh'), '每一滴水，<br>都有数')
  t.match(await headingOf('/en'), 'Every &lt;drop&gt;, <br>is counted')
  t.match(await headingOf('/en/about'), 'Made in Ningbo, <br>measured on water')
  const search = '/api/home/search?q=water&lang=en'
  // Titles of windows have one between the page and the site.
  for (const url of ['/zh', '/en', '/en/about', '/en/sitemap', '/en?keywords=measured', search])
    t.notMatch((await get(url)).replaceAll(/ \| (?:水表厂|Meter Works)/g, ''), /[，,s] ?\|/, url)
  const about = await get('/en/about')
  t.match(about, '<title>Made in Ningbo, measured on water | Meter Works</title>')
  t.match(about, '<p class="lead">Wet shoes.</p>')
})
