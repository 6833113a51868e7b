// Claims: a `|` in the title of a banner or an about page is a line break of the heading, and shown nowhere else.
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { botAgent, createSite, type Site } from '../../helpers/site.ts'

const files = {
  ...siteFiles,
  'banners.yaml': JSON.stringify({
    home: [
      {
        id: 1,
        zh: { title: '每一滴水，|都有数', link: '/about/1' },
        en: { title: 'Every <drop>, |is counted', link: '/about/1' },
      },
      { id: 2, en: { title: 'Meters | on loan', link: '/about/2' } },
    ],
  }),
  'about/company.zh.md': page('id: 1\ntitle: 宁波制造，|逐台上水\nsign: company', '一九年'),
  'about/company.en.md': page('id: 1\ntitle: Made in Ningbo, |measured on water\nsign: company', 'Text'),
  'about/jobs.en.md': page(
    'id: 2\ntitle: Work | with us\nsummary: Wet shoes.\nfacts: [{ name: posts, value: 5 kinds }]',
    'Text',
  ),
}
const site = (t: Parameters<typeof createSite>[0]) => createSite(t, { folder: createFolder(t, files) })
const htmlOf = async (site: Site, url: string) => (await site.get(url, { 'user-agent': botAgent })).body
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''

t.test('a claim breaks its lines in the heading, with its text escaped', async (t) => {
  const pages = await site(t)
  t.match(headingOf(await htmlOf(pages, '/zh')), '每一滴水，<br>都有数')
  t.match(headingOf(await htmlOf(pages, '/en')), 'Every &lt;drop&gt;, <br>is counted')
  t.match(headingOf(await htmlOf(pages, '/about')), '宁波制造，<br>逐台上水')
  t.match(headingOf(await htmlOf(pages, '/en/about/2')), 'Work <br> with us')
})

t.test('no other text has the sign: titles, links, structured data, search, sitemap', async (t) => {
  const pages = await site(t)
  const urls = [
    ...['/zh', '/en', '/about', '/en/about', '/en/about/2', '/en/sitemap', '/en?keywords=measured'],
    ...['/?keywords=逐台上水', '/en/about/2/_payload.json', '/api/home/search?q=water&lang=en'],
  ]
  for (const url of urls) {
    const html = await htmlOf(pages, url)
    // Titles of windows have one between the page and the site.
    t.notMatch(html.replaceAll(/ \| (?:水表厂|Meter Works)/g, ''), /[，,s] ?\|/, url)
  }
  t.match(await htmlOf(pages, '/en/about'), '<title>Made in Ningbo, measured on water | Meter Works</title>')
  t.match(await htmlOf(pages, '/en/about'), '>Work with us</a>')
  t.match(await htmlOf(pages, '/en'), /href="\/en\/about\/1"[^>]*>Every &lt;drop&gt;, is counted</)
  const found = await htmlOf(pages, '/?keywords=逐台上水')
  t.match(found.replaceAll(/<[^>]*>/g, ''), '宁波制造，逐台上水')
})

t.test('an about page has its summary and facts above the text, and for search engines', async (t) => {
  const html = await htmlOf(await site(t), '/en/about/2')
  t.match(
    html,
    /<p class="lead">Wet shoes\.<\/p><dl class="key-figures"><div><dt>posts<\/dt><dd>5 kinds<\/dd>/,
  )
  t.match(html, '<meta name="description" content="Wet shoes."')
})
