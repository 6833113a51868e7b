// What a page tells search engines and those who share it.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf, canonicalOf } from '../../helpers/html.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

function metasOf(html: string): Record<string, string> {
  const metas = elementsOf(html).filter(({ name }) => name === 'meta')
  return Object.fromEntries(
    metas.map(({ attributes: { name, property, content } }) => [name ?? property, content]),
  )
}

t.test('metadata', async (t) => {
  const site = await createSmallSite(t)
  const get = async (url: string, headers: Record<string, string> = {}) =>
    (await site.get(url, { 'user-agent': botAgent, ...headers })).body

  await t.test('an article shares its own words', async (t) => {
    t.match(metasOf(await get('/en/product/11')), {
      description: 'Summary of Meter A',
      'og:title': 'Meter A',
      'og:description': 'Summary of Meter A',
      'og:url': `${siteUrl}/en/product/11`,
      'og:site_name': 'Meter Works',
      'og:locale': 'en_US',
      'og:locale:alternate': 'zh_CN',
      'og:image:alt': 'Meter A',
      'twitter:card': 'summary_large_image',
    })
    t.match(metasOf(await get('/news/1')), {
      'og:type': 'article',
      'og:locale': 'zh_CN',
      'og:locale:alternate': 'en_US',
    })
  })

  await t.test('a page without words of its own has the site’s', async (t) => {
    t.match(metasOf(await get('/about')), {
      description: '我们做水表。',
      'og:type': 'website',
      'og:title': '公司',
    })
    t.match(metasOf(await get('/en')), {
      description: 'We make meters.',
      'og:title': 'Meter Works',
      'og:url': `${siteUrl}/en`,
    })
  })

  await t.test('canonical and alternates keep what tells pages apart, sorted', async (t) => {
    const body = await get('/zh/news?utm=1&page=2&keywords=%E6%B0%B4&page_size=5')
    const query = '?keywords=%E6%B0%B4&page=2'
    t.equal(canonicalOf(body), `${siteUrl}/news${query}`)
    t.strictSame(alternatesOf(body), {
      'zh-CN': `${siteUrl}/news${query}`,
      'en-US': `${siteUrl}/en/news${query}`,
      'x-default': `${siteUrl}/news${query}`,
    })
  })

  await t.test('the Host of a request is never part of an address', async (t) => {
    const body = await get('/news/1', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    t.notMatch(body, 'evil.example')
    t.equal(canonicalOf(body), `${siteUrl}/news/1`)
  })

  await t.test('search results and empty lists are not indexed, lists are', async (t) => {
    t.equal(metasOf(await get('/news'))['robots'], undefined)
    for (const url of ['/news?keywords=x', '/news?page=99'])
      t.equal(metasOf(await get(url))['robots'], 'noindex', url)
  })

  await t.test('a page without a title is named after its path', async (t) => {
    const restore = site.origin.json('/api/home/about/info', {
      success: true,
      data: { id: 9, title: '', body: '' },
    })
    t.match(await get('/en/about/our-history'), '<title>Our History | Meter Works</title>')
    restore()
  })
})
