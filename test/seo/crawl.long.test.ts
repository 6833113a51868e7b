// Crawl of the sample site in both languages, compared with the sitemaps.
import t from 'tap'
import { locsOf } from '../helpers/html.ts'
import { createSite, type Site, siteUrl } from '../helpers/site.ts'
import { type Crawled, crawl } from './crawl.ts'

const languages = [
  { locale: 'zh', tag: 'zh-CN', isOwn: (url: string) => !isEnglish(url) },
  { locale: 'en', tag: 'en-US', isOwn: isEnglish },
] as const
function isEnglish(url: string): boolean {
  return /^\/en(?:[/?]|$)/.test(url)
}

/** Path and query of every URL in the sitemaps of the index. */
async function listedIn(site: Site, locale: string): Promise<string[]> {
  const listed = async (url: string) => locsOf((await site.get(url)).body, siteUrl)
  const files = (await listed('/sitemap.xml')).filter((file) => file.startsWith(`/${locale}/`))
  return (await Promise.all(files.map(listed))).flat()
}

function repeated(pages: Crawled[], key: 'title' | 'description'): string[] {
  const groups = Map.groupBy(pages, (page) => page[key])
  return [...groups].flatMap(([text, members]) =>
    members.length > 1 ? [`${text}: ${members.map(({ url }) => url).join(' ')}`] : [],
  )
}

t.test('crawl of the whole site', async (t) => {
  const site = await createSite(t)
  const found = await crawl(site, ['/', '/en'])
  const pages = [...found.values()]
  const listed = pages.filter(({ isListed }) => isListed)
  t.ok(listed.length > 150, `${pages.length} addresses, ${listed.length} pages`)

  await t.test('no link is broken or redirected', async (t) => {
    const wrong = pages.filter(({ status }) => status !== 200)
    const broken = wrong.map(({ url, status, linkedFrom }) => `${status} ${url} on ${linkedFrom}`)
    t.strictSame(broken, [])
  })

  for (const { locale, isOwn } of languages) {
    const own = listed.filter(({ url }) => isOwn(url))
    await t.test(`${locale}: the sitemaps list every page, and nothing else`, async (t) => {
      const urls = await listedIn(site, locale)
      // The list and its items are in it; lists by tag are found over links.
      const byCrawl = own.map(({ url }) => url).filter((url) => !url.includes('?tag='))
      const extra = urls.filter((url) => !byCrawl.includes(url))
      t.strictSame(extra, [], 'not linked to, or not canonical')
      const missing = byCrawl.filter((url) => !urls.includes(url))
      t.strictSame(missing, [], 'missing in the sitemaps')
      t.equal(new Set(urls).size, urls.length, 'each once')
    })

    await t.test(`${locale}: titles and descriptions are unlike each other`, async (t) => {
      t.strictSame(repeated(own, 'title'), [])
      t.strictSame(repeated(own, 'description'), [])
    })
  }

  await t.test('hreflang alternates are reciprocal, and all exist', async (t) => {
    const wrong = listed.flatMap(({ url, alternates }) => {
      const others = Object.entries(alternates).filter(([language]) => language !== 'x-default')
      const named = others.length === 0 || alternates[isEnglish(url) ? 'en-US' : 'zh-CN'] === siteUrl + url
      const unreturned = others.filter(([, href]) => {
        const other = found.get(href === `${siteUrl}/` ? '/' : href.slice(siteUrl.length))
        return !other?.isListed || JSON.stringify(other.alternates) !== JSON.stringify(alternates)
      })
      return [
        ...(named ? [] : [`${url} does not name itself`]),
        ...unreturned.map(([, href]) => `${url} ${href}`),
      ]
    })
    t.strictSame(wrong, [])
    t.ok(
      listed.some(({ alternates }) => Object.keys(alternates).length === 0),
      'some have one language',
    )
    t.ok(listed.every(({ alternates }) => [0, 3].includes(Object.keys(alternates).length)))
  })

  await t.test('noindex pages have no structured data and are in no sitemap', async (t) => {
    const hidden = pages.filter(({ html, isIndexable }) => html && !isIndexable)
    t.ok(hidden.length > 20)
    for (const { url, html } of hidden) {
      if (!/[?&](?:keywords|filter)=|\/product\/compare/.test(url)) t.fail(`${url} is not to be found`)
      if (html.includes('application/ld+json')) t.fail(url)
    }
  })
})
