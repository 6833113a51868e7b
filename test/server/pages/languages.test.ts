// Languages of a site other than [zh, en], which all other tests have: [en, zh], [zh] and [en], from addresses to feeds;
// languages that an upstream changes while the server runs; a message that a language lacks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Locale } from '../../../shared/locale.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'
import { createFolder, type Files, page } from '../../content/world.ts'
import { alternatesOf, canonicalOf, langOf, settingsOf } from '../../helpers/html.ts'
import { someOf } from '../../helpers/long.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import { createSite, type Site, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { status } from '../../helpers/upstream.ts'
import { crawl } from '../../seo/crawl.ts'

const words = {
  zh: { site: '咖啡烘焙坊', product: '豆子', news: '新闻一', about: '公司', contact: '联系', text: '正文。' },
  en: {
    site: 'Roaster',
    product: 'Beans',
    news: 'News one',
    about: 'Company',
    contact: 'Contact',
    text: 'Text.',
  },
}
const tags = { zh: 'zh-CN', en: 'en-US' } as const
const chinese = /\p{Script=Han}/u
/** The languages of a site, and statuses by path. */
const table: [languages: Locale[], statuses: Record<string, number>][] = [
  [['en', 'zh'], { '/zh': 200, '/zh/news/1': 200, '/en/news/1': 200, '/fr': 404 }],
  [['zh'], { '/zh': 308, '/zh/news/1': 308, '/zh/no': 404, '/en': 404, '/en/news/1': 404 }],
  [['en'], { '/en': 308, '/en/news/1': 308, '/en/no': 404, '/zh': 404, '/zh/news/1': 404 }],
]

for (const [languages, statuses] of someOf(table, 2))
  t.test(`[${languages}]`, async (t) => {
    const [first] = languages as [Locale]
    const hasTwo = languages.length === 2
    const other = first === 'zh' ? 'en' : 'zh'
    /** The start of the addresses of a language. */
    const prefixOf = (locale: Locale) => (locale === first ? '' : `/${locale}`)
    const site = await createLanguageSite(t, languages)
    const get = (url: string, accepted: Locale = first, headers = {}) =>
      site.get(url, { 'accept-language': accepted, ...headers })

    await t.test('addresses', async (t) => {
      for (const [url, status] of Object.entries(statuses)) t.equal((await get(url)).statusCode, status, url)
      if (hasTwo) return
      t.equal((await get(`/${first}/news/1?page=2`)).headers.location, '/news/1?page=2')
      t.equal((await get(`/${first}/feed.xml`)).headers.location, '/feed.xml')
    })

    await t.test('language, canonical address and alternates of each page', async (t) => {
      for (const locale of languages) {
        const { body, headers } = await get(prefixOf(locale) || '/')
        t.equal(langOf(body), tags[locale])
        t.equal(headers['content-language'], tags[locale])
        t.strictSame(settingsOf(body).languages, languages)
        t.equal(/og:locale:alternate/.test(body), hasTwo)
        t.equal(/data-locale-switch/.test(body), hasTwo)
        const { body: article } = await get(`${prefixOf(locale)}/news/1`)
        t.equal(canonicalOf(article), `${siteUrl}${prefixOf(locale)}/news/1`)
        const alternates = languages.map((one) => [tags[one], `${siteUrl}${prefixOf(one)}/news/1`])
        const expected = [...alternates, ['x-default', `${siteUrl}/news/1`]]
        t.strictSame(alternatesOf(article), hasTwo ? Object.fromEntries(expected) : {})
      }
    })

    await t.test('a visitor is redirected to the other language only where there is one', async (t) => {
      for (const response of [
        await get('/', other),
        await get('/', first, { cookie: `i18n_redirected=${other}` }),
      ])
        t.equal(response.headers.location, hasTwo ? `/${other}` : undefined)
      t.equal(/cookie/i.test(String((await get('/')).headers.vary)), hasTwo)
      t.equal((await get(`/language/${other}?to=/`)).statusCode, hasTwo ? 303 : 404)
    })

    await t.test('error pages are in a language of the site and link its home pages', async (t) => {
      const { body } = await get('/no', 'en', { cookie: `i18n_redirected=${other}` })
      t.equal(langOf(body), tags[hasTwo ? other : first])
      t.equal(/href="\/zh"/.test(body), hasTwo)
      t.equal(/href="\/en"/.test(body), hasTwo)
    })

    await t.test('sitemaps, robots.txt, manifest and feeds', async (t) => {
      const index = (await get('/sitemap.xml')).body
      for (const locale of ['zh', 'en'] as const) {
        const has = languages.includes(locale)
        const map = await get(`/${locale}/sitemap.xml`)
        t.equal(index.includes(`${siteUrl}/${locale}/sitemap.xml`), has)
        t.equal(map.statusCode, has ? 200 : 404)
        if (!has) continue
        t.ok(map.body.includes(`<loc>${siteUrl}${prefixOf(locale)}/news/1</loc>`))
        t.equal(map.body.includes(`hreflang="x-default" href="${siteUrl}/news/1"`), hasTwo)
        const feed = await get(`${prefixOf(locale)}/feed.xml`)
        t.match(feed.body, `<link>${siteUrl}${prefixOf(locale)}/news/1</link>`)
        t.match(feed.body, `<language>${tags[locale].toLowerCase()}</language>`)
        const manifest = (await get(`${prefixOf(locale)}/site.webmanifest`)).json()
        t.match(manifest, { lang: tags[locale], start_url: prefixOf(locale) || '/' })
      }
      t.equal((await get('/robots.txt')).body.includes('Disallow: /language/'), hasTwo)
    })

    await t.test('every link leads to a page of the site, in its language', async (t) => {
      const pages = await crawl(
        site,
        languages.map((locale) => prefixOf(locale) || '/'),
      )
      t.ok(pages.size >= 10)
      for (const { url, status, html, linkedFrom } of pages.values()) {
        t.equal(status, 200, `${url}, linked from ${linkedFrom}`)
        if (!hasTwo) t.notMatch(html, /(?:href|action)="\/(?:zh|en)(?:["/?]|$)/, url)
        if (`${languages}` === 'en') t.notMatch(html, chinese, url)
      }
    })

    await t.test('payloads and the messages of a form', async (t) => {
      const payload = (await get(`/news/1/_payload.json?${site.build.id}`)).json()
      t.match(payload, { locale: first, status: 200 })
      t.equal(payload.language === '', !hasTwo)
      const call = await site.app.inject({ method: 'POST', url: '/api/home/form/:name', payload: {} })
      t.equal(chinese.test(call.body), first === 'zh')
    })
  })

t.test('an upstream names languages and time zone in config/base', async (t) => {
  const dataDir = temporaryFolder(t)
  const config = { dataDir, opsToken }
  const site = await createLanguageSite(t, ['zh', 'en'], { config })
  t.equal(langOf((await site.get('/news/1')).body), 'zh-CN')
  site.origin.patch('/api/home/config/base', (data: object) => ({
    ...data,
    languages: ['en'],
    time_zone: 'America/New_York',
  }))
  await postOps(site, '/ops/purge', { all: true, mode: 'hard' })
  // It reads the new configuration, and the pages after it are made for it.
  await site.get('/contact')
  const { body } = await site.get('/news/1', { 'accept-language': 'en' })
  t.equal(langOf(body), 'en-US')
  t.match(body, '1 March 2026', 'half past nine in the morning in China is the evening before')
  t.equal((await site.get('/zh/news/1')).statusCode, 404)

  await site.app.close()
  const { apiBase } = site.config
  const next = await createSmallSite(t, { config: { ...config, apiBase } })
  next.origin.answer('/', status(503))
  const away = await next.get('/news/1')
  t.strictSame([away.statusCode, langOf(away.body)], [502, 'en-US'], 'kept for a start without the upstream')
  await next.app.close()
  writeFileSync(join(dataDir, 'site-facts.json'), '{"languages":["fr"]')
  const damaged = await createSmallSite(t, { config })
  t.equal(langOf((await damaged.get('/')).body), 'zh-CN', 'damage to the file is no reason not to start')
})

const key = 'skip.content'

for (const [name, table, url, shown, logged] of [
  ['Chinese does not have is shown in English', zh, '/news', en[key], []],
  ['English does not have is shown as its key, and logged once', en, '/en/news', key, [key]],
] as const)
  t.test(`a message that ${name}`, async (t) => {
    const text = table[key]
    Reflect.deleteProperty(table, key)
    t.teardown(() => Reflect.set(table, key, text))
    const site = await createSmallSite(t)
    for (const path of [url, `${url}/1`]) t.match((await site.get(path)).body, `>${shown}</a>`)
    const missing = site.lines.filter(({ msg }) => msg === 'message missing')
    t.strictSame(
      missing.map((line) => line['key']),
      logged,
    )
  })

function itemsIn(locale: Locale, prefix: string): Files {
  const { product, news, about, contact, text } = words[locale]
  const item = (front: string) => page(front, `${text} [${product}](${prefix}/product/11)`)
  const described = `summary: ${text}\npublished_at: 2026-03-02T09:30:00+08:00`
  return {
    [`product/beans.${locale}.md`]: item(`id: 11\ntitle: ${product}\nsummary: ${text}`),
    [`news/one.${locale}.md`]: item(`id: 1\ntitle: ${news}\n${described}`),
    [`about/company.${locale}.md`]: item(`id: 1\ntitle: ${about}`),
    [`about/contact.${locale}.md`]: item(`id: 2\ntitle: ${contact}\nsign: contact`),
  }
}

/** Texts in one language do not name it. */
function languageFiles(languages: Locale[]): Files {
  const [first = 'zh', second] = languages
  const titleOf = (locale: Locale) => ({ title: words[locale].site, description: words[locale].text })
  const inEach = (name: 'product' | 'news') =>
    second ? { zh: words.zh[name], en: words.en[name] } : words[first][name]
  const site = second ? { zh: titleOf('zh'), en: titleOf('en') } : titleOf(first)
  const menu = [
    { id: 1, title: inEach('product'), path: '/product' },
    { id: 2, title: inEach('news'), path: '/news' },
  ]
  return {
    'site.yaml': JSON.stringify({ languages, ...site }),
    'menu.yaml': JSON.stringify(menu),
    'labels.yaml': second ? '' : JSON.stringify({ home_contact_title: words[first].contact }),
    'banners.yaml': '',
    ...Object.assign({}, ...languages.map((one) => itemsIn(one, one === first ? '' : `/${one}`))),
  }
}

/** Its site configuration has been read. */
async function createLanguageSite(
  t: Test,
  languages: Locale[],
  options: Parameters<typeof createSite>[1] = {},
): Promise<Site> {
  const site = await createSite(t, { folder: createFolder(t, languageFiles(languages)), ...options })
  await site.get('/contact')
  return site
}
