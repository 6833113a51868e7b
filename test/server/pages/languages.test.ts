// Languages of a site: [zh, en], [en, zh], [zh] and [en], from the addresses to the last byte.
import t from 'tap'
import type { Locale } from '../../../shared/locale.ts'
import { alternatesOf, canonicalOf, langOf, settingsOf, titleOf } from '../../helpers/html.ts'
import { createLanguageSite } from '../../helpers/language-site.ts'
import { siteUrl } from '../../helpers/site.ts'
import { crawl } from '../../seo/crawl.ts'

type Expected = {
  languages: Locale[]
  /** The address of the home page in each language of the site. */
  homes: Partial<Record<Locale, string>>
  /** Status by path. */
  statuses: Record<string, number>
}

const tags = { zh: 'zh-CN', en: 'en-US' } as const
const table: Expected[] = [
  {
    languages: ['zh', 'en'],
    homes: { zh: '/', en: '/en' },
    statuses: { '/zh': 200, '/zh/news/1': 200, '/en': 200, '/en/news/1': 200, '/fr': 404 },
  },
  {
    languages: ['en', 'zh'],
    homes: { en: '/', zh: '/zh' },
    statuses: { '/zh': 200, '/zh/news/1': 200, '/en': 200, '/en/news/1': 200, '/fr': 404 },
  },
  {
    languages: ['zh'],
    homes: { zh: '/' },
    statuses: { '/zh': 308, '/zh/news/1': 308, '/zh/no': 404, '/en': 404, '/en/news/1': 404, '/en/no': 404 },
  },
  {
    languages: ['en'],
    homes: { en: '/' },
    statuses: { '/en': 308, '/en/news/1': 308, '/en/no': 404, '/zh': 404, '/zh/news/1': 404, '/zh/no': 404 },
  },
]

const chinese = /\p{Script=Han}/u
const accepting = (language: string) => ({ 'accept-language': language })

for (const { languages, homes, statuses } of table) {
  const [first] = languages as [Locale]
  const hasTwo = languages.length === 2

  t.test(`[${languages}]`, async (t) => {
    const site = await createLanguageSite(t, languages)
    const get = (url: string, headers = accepting(tags[first])) => site.get(url, headers)

    await t.test('addresses', async (t) => {
      for (const [url, status] of Object.entries(statuses)) t.equal((await get(url)).statusCode, status, url)
      if (hasTwo) return
      t.equal((await get(`/${first}/news/1?page=2`)).headers.location, '/news/1?page=2')
      t.equal((await get(`/${first.toUpperCase()}/news/`)).headers.location, '/news')
      t.equal((await get(`/${first}/feed.xml`)).headers.location, '/feed.xml')
    })

    await t.test('language, canonical address and alternates of each page', async (t) => {
      for (const [locale, home] of Object.entries(homes) as [Locale, string][]) {
        const { body, headers } = await get(home)
        const settings = settingsOf(body)
        t.equal(langOf(body), tags[locale])
        t.equal(headers['content-language'], tags[locale])
        t.equal(canonicalOf(body), siteUrl + home)
        const news = `${home === '/' ? '' : home}/news/1`
        const { body: article } = await get(news)
        t.equal(canonicalOf(article), siteUrl + news)
        t.strictSame(settings.languages, `${languages}` === 'zh,en' ? undefined : languages)
        const other = languages.find((one) => one !== locale)
        const alternates = Object.fromEntries(
          languages.map((one) => [tags[one], `${siteUrl}${homes[one] === '/' ? '' : homes[one]}/news/1`]),
        )
        t.strictSame(
          alternatesOf(article),
          other ? { ...alternates, 'x-default': alternates[tags[first]] } : {},
        )
        t.equal(/og:locale:alternate/.test(body), hasTwo)
        t.equal(/data-locale-switch/.test(body), hasTwo)
      }
    })

    await t.test('a visitor is redirected to the other language only where there is one', async (t) => {
      const other = first === 'zh' ? 'en' : 'zh'
      const wanted = await get('/', accepting(tags[other]))
      t.equal(wanted.statusCode, hasTwo ? 302 : 200)
      t.equal(wanted.headers.location, hasTwo ? `/${other}` : undefined)
      const chosen = await site.get('/', { cookie: `i18n_redirected=${other}`, ...accepting(tags[first]) })
      t.equal(chosen.statusCode, hasTwo ? 302 : 200)
      if (!hasTwo) t.equal(langOf(wanted.body), tags[first])
      t.equal(/cookie/i.test(String((await get('/')).headers.vary)), hasTwo)
      t.equal((await get(`/language/${other}?to=/`)).statusCode, hasTwo ? 303 : 404)
    })

    await t.test('error pages are in a language of the site and link its home pages', async (t) => {
      const other = first === 'zh' ? 'en' : 'zh'
      const { body } = await site.get('/no', { cookie: `i18n_redirected=${other}`, ...accepting('en') })
      t.equal(langOf(body), tags[hasTwo ? other : first])
      t.equal(/href="\/zh"/.test(body), hasTwo)
      t.equal(/href="\/en"/.test(body), hasTwo)
      t.equal(langOf((await get(`/${other}/no`)).body), tags[hasTwo ? other : first])
    })

    await t.test('sitemaps, robots.txt, manifest and feeds', async (t) => {
      const index = (await get('/sitemap.xml')).body
      for (const locale of ['zh', 'en'] as const) {
        const has = languages.includes(locale)
        const map = await get(`/${locale}/sitemap.xml`)
        t.equal(index.includes(`${siteUrl}/${locale}/sitemap.xml`), has)
        t.equal(map.statusCode, has ? 200 : 404)
        t.equal((await get(`/${locale}/sitemap-news.xml`)).statusCode, has ? 200 : 404)
        if (!has) continue
        const home = homes[locale] === '/' ? '' : homes[locale]
        t.ok(map.body.includes(`<loc>${siteUrl}${home}/news/1</loc>`))
        t.equal(map.body.includes('hreflang="x-default"'), hasTwo)
        if (hasTwo) t.ok(map.body.includes(`hreflang="x-default" href="${siteUrl}/news/1"`))
        const feed = await get(`${home}/feed.xml`)
        t.ok(feed.body.includes(`<link>${siteUrl}${home}/news/1</link>`))
        t.match(feed.body, `<language>${tags[locale].toLowerCase()}</language>`)
        const manifest = (await get(`${home}/site.webmanifest`)).json()
        t.match(manifest, { lang: tags[locale], start_url: home || '/' })
      }
      t.equal((await get('/robots.txt')).body.includes('Disallow: /language/'), hasTwo)
      t.equal((await get(`/${hasTwo ? 'fr' : first === 'zh' ? 'en' : 'zh'}/feed.xml`)).statusCode, 404)
    })

    await t.test('every link leads to a page of the site', async (t) => {
      const pages = await crawl(site, Object.values(homes))
      t.ok(pages.size >= 10)
      for (const { url, status, html, linkedFrom } of pages.values()) {
        t.equal(status, 200, `${url}, linked from ${linkedFrom}`)
        if (!hasTwo) t.notMatch(html, /(?:href|action)="\/(?:zh|en)(?:["/?]|$)/, url)
      }
    })

    await t.test('payloads, search and the messages of a form', async (t) => {
      const build = site.build.id
      const payload = await get(`/news/1/_payload.json?${build}`)
      t.match(payload.json(), { locale: first, status: 200 })
      t.equal(payload.json().language === '', !hasTwo)
      const action = hasTwo ? `/${first}` : '/'
      t.ok((await get('/')).body.includes(`action="${action}"`))
      t.equal(langOf((await get(`${action}?keywords=x`)).body), tags[first])
      const call = await site.app.inject({ method: 'POST', url: '/api/home/form/:name', payload: {} })
      t.equal(chinese.test(call.json().message ?? call.body), first === 'zh')
    })
  })
}

t.test('an English site is English in every byte', async (t) => {
  const site = await createLanguageSite(t, ['en'])
  const pages = await crawl(site, ['/'])
  for (const { url, html } of pages.values()) t.notMatch(html, chinese, url)
  const others = ['/no', '/?keywords=x', '/contact?topic=x', '/product/compare', '/feed.xml']
  for (const url of [...others, '/en/sitemap.xml', '/site.webmanifest', '/sitemap'])
    t.notMatch((await site.get(url)).body, chinese, url)
  t.notMatch((await site.get('/api/home/article/detail/99')).body, chinese)
  t.equal(titleOf((await site.get('/')).body), 'Roaster')
})
