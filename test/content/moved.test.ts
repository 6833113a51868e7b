// Addresses that move: aliases of items and redirects of site.yaml, followed where there is no page.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { createFolder, createWorld, type Files, page, siteFiles, writeFiles } from './world.ts'

const article = (id: number, title: string, more = '') =>
  page(`id: ${id}\ntitle: ${title}\npublished_at: 2026-03-02\n${more}`, title)
const files: Files = {
  ...siteFiles,
  'news/fair.zh.md': article(1, '展会', 'aliases: [/old/展会.html, /news/77, /service/1]'),
  'news/fair.en.md': article(1, 'The fair', 'sign: fair\naliases: [/en/old/fair.html]'),
  'product/meter.zh.md': article(101, '水表', 'sign: meter'),
  'product/kit.zh.md': article(102, '套件', 'parent: 101\naliases: [/kit.php]'),
  'about/company.en.md': page('id: 1\ntitle: Company\nsign: company\naliases: [/en/about-us]'),
}

async function createPlace(t: Test, more: Files = {}) {
  const folder = createFolder(t, { ...files, ...more })
  const site = await createEmbeddedSite(t, { folder, watch: false })
  /** Status, and where it leads. */
  const at = async (url: string) => {
    const { statusCode, headers } = await site.get(url)
    return headers.location === undefined ? String(statusCode) : `${statusCode} ${headers.location}`
  }
  return {
    ...site,
    folder,
    at,
    async leads(rows: Record<string, string>) {
      for (const [url, expected] of Object.entries(rows)) t.equal(await at(url), expected, url)
    },
    async change(changed: Files) {
      writeFiles(folder, changed)
      await site.origin.reload()
    },
  }
}

const place = await createPlace(t, { 'site.yaml': 'zh: { title: A }\nredirects: { /shop: /product }\n' })

t.test('an alias leads to the page of its item, whether or not a route has the address', async (t) => {
  const { leads, app, get } = place
  const old = `/old/${encodeURIComponent('展会')}.html`
  await leads({
    [old]: '308 /news/1',
    [`${old.toLowerCase()}/?a=1&b=%2F`]: '308 /news/1?a=1&b=%2F',
    [`/zh${old}`]: '308 /news/1',
    '/news/77': '308 /news/1',
    // The item of another section.
    '/service/1': '308 /news/1',
    '/en/old/fair.html': '308 /en/news/1',
    '/en/about-us': '308 /en/about/1',
    '/kit.php?id=7': '308 /product/101/102?id=7',
    '/old/fair.html': '404',
    '/en/news/77': '404',
    '/%': '400',
    // Nothing of a request reaches a header but its checked query.
    '/news/77?a=%0d%0aset-cookie:%20a=b': '308 /news/1?a=%0d%0aset-cookie:%20a=b',
    '//evil.example/news/77': '404',
  })
  t.equal((await get('/news/77')).headers['cache-control'], 'public, max-age=60')
  t.equal((await app.inject({ method: 'POST', url: '/news/77' })).statusCode, 405)
})

t.test('its payload is 404, and it is in no sitemap, manifest or response', async (t) => {
  const { at, body, post, leads } = place
  const { id } = JSON.parse(await body('/builds/latest.json'))
  for (const path of ['/news/77', '/shop']) {
    t.match(await at(path), /^308 /)
    t.equal(await at(`${path}/_payload.json?${id}`), '404', path)
  }
  const texts = [
    await body('/zh/sitemap.xml'),
    await body(`/builds/meta/${id}.json`),
    await body('/api/home/article/detail/1?lang=zh'),
    (await post('/api/home/config/base', { lang: 'zh' })).body,
  ]
  t.match(texts[0], '/news/1<')
  for (const text of texts) t.notMatch(text, /\/news\/77|\/shop|fair\.html|redirects/)
  await leads({ '/api/home/article/detail/77': '404' })
})

t.test('redirects of site.yaml lead to paths and items, and follow the items', async (t) => {
  const { leads, change, origin } = await createPlace(t, {
    'site.yaml': `zh: { title: A }
redirects:
  /old.html: /news?page=2#top
  /公司: /about?关于
  /fair: news/fair
  /en/fair: news/fair
  /company: about/company
  /a: /b
  /b: /kit.php
  /show.asp?id=12: news/fair
  /show.asp?id=12&lang=en: /en/news/1
  /show.asp: /news
  /c: /show.asp?id=12#top
`,
  })
  t.strictSame(origin.problems(), [])
  await leads({
    '/old.html?page=3&x=1': '308 /news?page=2&x=1#top',
    [`/${encodeURIComponent('公司')}`]: `308 /about?${encodeURIComponent('关于')}`,
    '/fair': '308 /news/1',
    '/en/fair': '308 /en/news/1',
    // The item exists in English only.
    '/company': '308 /en/about/1',
    // In one step.
    '/a': '308 /product/101/102',
    // The query is part of the address.
    '/show.asp?id=12': '308 /news/1',
    '/show.asp?id=12&lang=en': '308 /en/news/1',
    // Any other query of the path.
    '/show.asp?id=13': '308 /news?id=13',
    '/c': '308 /news/1',
  })
  await change({ 'news/fair.zh.md': article(5, '展会'), 'news/fair.en.md': article(5, 'The fair') })
  await leads({ '/fair': '308 /news/5' })
})

t.test('aliases are live: new ones, removed ones, drafts, and pages that take the address', async (t) => {
  const { leads, change, folder } = await createPlace(t)
  await change({ 'news/fair.zh.md': article(1, '展会', 'aliases: [/new.html, /news/9]') })
  await leads({ '/news/77': '404', '/new.html': '308 /news/1', '/news/9': '308 /news/1' })
  await change({ 'news/nine.zh.md': article(9, '九') })
  await leads({ '/news/9': '200' })
  rmSync(join(folder, 'news/nine.zh.md'))
  await change({ 'news/fair.zh.md': article(1, '展会', 'draft: true\naliases: [/new.html]') })
  await leads({ '/news/9': '404', '/new.html': '404' })
})

t.test('loops, pages that a redirect would hide, and addresses that cannot move are named', async (t) => {
  const { origin, problems } = await createWorld(t, {
    ...files,
    'site.yaml': `zh: { title: A }
redirects:
  /a: /b
  /b: /a
  /news: /product
  /en/news/1/: /product
  /c: product/none
  /e#f: /news
  /g: "/news\\r\\nset-cookie: a=b"
`,
    'product/meter.zh.md': article(101, '水表', 'aliases:\n  - /product/101\n  - /news/77\n  - /ok'),
  })
  const address = 'expected the address of a page, as /old/page.html or /show.asp?id=12, without #'
  t.strictSame(problems().sort(), [
    'product/meter.zh.md:6 /product/101 leads nowhere else: it is the address of product/meter.zh.md',
    'product/meter.zh.md:7 /news/77 already leads elsewhere (news/fair.zh.md:5)',
    'site.yaml:3 /a leads back to itself',
    'site.yaml:4 /b leads back to itself',
    'site.yaml:5 /news leads nowhere else: it is the address of a page of every site',
    'site.yaml:6 /en/news/1/ leads nowhere else: it is the address of news/fair.en.md',
    'site.yaml:7 no such item: product/none',
    `site.yaml:8 redirects./e#f: ${address}`,
    'site.yaml:9 redirects./g: expected a path of this site, as /news, or an item, as news/fair',
  ])
  t.equal(origin.moved('/ok'), '/product/101')
  t.equal(origin.moved('/a'), undefined)
})
