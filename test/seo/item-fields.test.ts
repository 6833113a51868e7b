// SEO fields of items: titles, descriptions and images of their own, and pages that search engines are not to show.
import t from 'tap'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { metaOf, titleOf } from '../helpers/html.ts'
import { createSite, robot, siteUrl } from '../helpers/site.ts'

const seo = "seo: { title: 'Own title', description: Own words, image: /media/own-1200x630.jpg }"
const hidden = 'seo: { noindex: true }'
const dated = 'published_at: 2026-01-01'
const site = await createSite(t, {
  folder: createFolder(t, {
    ...siteFiles,
    'news/shown.en.md': page(`id: 1\ntitle: Shown\n${dated}\n${seo}`),
    'news/hidden.en.md': page(`id: 2\ntitle: Hidden\n${dated}\n${hidden}`),
    'about/company.en.md': page(`id: 1\ntitle: Company\n${seo}`),
    'about/hidden.en.md': page(`id: 2\ntitle: Second\n${hidden}`),
    'download/files.en.md': page(`id: 36\ntitle: Files\n${seo}`),
    'download/hidden.en.md': page(`id: 37\ntitle: Third\n${hidden}`),
    'manual/meter.en.md': page(`id: 1\ntitle: Meter\n${seo}`),
    'manual/hidden.en.md': page(`id: 2\ntitle: Fourth\n${hidden}`),
  }),
})
const bodyOf = async (url: string) => (await site.get(url, robot)).body

t.test('what an item says to search engines goes before what its page says', async (t) => {
  for (const url of ['/en/news/1', '/en/about', '/en/download', '/en/manual/1']) {
    const body = await bodyOf(url)
    t.equal(titleOf(body), 'Own title | Meter Works', url)
    t.equal(metaOf(body, 'og:title'), 'Own title', url)
    t.equal(metaOf(body, 'description'), 'Own words', url)
    t.equal(metaOf(body, 'og:image'), `${siteUrl}/media/own-1200x630.jpg`, url)
    t.notOk(metaOf(body, 'robots'), url)
  }
})

t.test('an item with noindex has a page, is in lists and feeds, and in no sitemap', async (t) => {
  const sitemaps = (await bodyOf('/en/sitemap.xml')) + (await bodyOf('/en/sitemap-news.xml'))
  for (const url of ['/en/news/2', '/en/about/2', '/en/download37', '/en/manual/2']) {
    t.equal(metaOf(await bodyOf(url), 'robots'), 'noindex', url)
    t.notMatch(sitemaps, `${url}<`)
  }
  for (const url of ['/en/news/1', '/en/about', '/en/download']) t.match(sitemaps, `${url}<`, url)
  t.match(await bodyOf('/en/news'), 'Hidden')
  t.match(await bodyOf('/en/feed.xml'), 'Hidden')
})
