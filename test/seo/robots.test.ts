// robots.txt and llms.txt, with indexing on and off.
import t from 'tap'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

t.test('robots.txt allows everything and names the sitemap', async (t) => {
  const site = await createSmallSite(t)
  const { headers, body } = await site.get('/robots.txt')
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(body, `User-agent: *\nAllow: /\nDisallow: /language/\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
  t.equal((await site.get('/news')).headers['x-robots-tag'], undefined)
})

t.test('with indexing off robots.txt disallows everything, and every page has noindex', async (t) => {
  const site = await createSmallSite(t, { config: { robots: false } })
  t.equal((await site.get('/robots.txt')).body, 'User-agent: *\nDisallow: /\n')
  for (const url of [
    '/',
    '/en/news',
    '/media/files/sheet.txt',
    '/sitemap.xml',
    '/EN/news',
    '/nothing/here',
    '/news/_payload.json?x',
  ])
    t.equal((await site.get(url)).headers['x-robots-tag'], 'noindex', url)
})

t.test('llms.txt is an overview in both languages', async (t) => {
  const site = await createSmallSite(t)
  const { headers, body } = await site.get('/llms.txt')
  t.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  t.match(body, /^# 水表厂 \/ Meter Works\n\n> 我们做水表。\n\n> We make meters.\n\n/)
  t.match(body, '## 产品 (中文)')
  t.match(body, `- [甲表](${siteUrl}/product/11): `)
  t.match(body, '## Products (English)')
  t.match(body, `- [Meter A](${siteUrl}/en/product/11): Summary of Meter A`)
  t.match(body, `${siteUrl}/sitemap.xml`)
  const links = [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, url = '']) => url.slice(siteUrl.length))
  for (const url of links) t.equal((await site.get(url)).statusCode, 200, url)
})

t.test('titles in llms.txt are escaped', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/detail/11', (data: object) => ({
    ...data,
    title: 'A](https://evil.example)\n# <b>',
  }))
  const { body } = await site.get('/llms.txt')
  t.match(body, '- [A\\](https://evil.example) # \\<b\\>](')
})
