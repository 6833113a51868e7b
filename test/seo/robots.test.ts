// robots.txt, with indexing on and off.
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
    '/media/files/sheet.txt',
    '/sitemap.xml',
    '/EN/news',
    '/nothing',
    '/news/_payload.json?x',
  ])
    t.equal((await site.get(url)).headers['x-robots-tag'], 'noindex', url)
})
