// Hydration: pages with queries, error pages and the sample content hydrate without a mismatch.
import t, { type Test } from 'tap'
import { createBrowserTest, type World } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { type Expected, hydrates, textAroundHydration } from './hydrates.ts'

const test = await createBrowserTest(t)

test('lists hydrate with keywords, pages and no results', async (t, world) => {
  const visitor = await world.newVisitor()
  for (const query of [
    'keywords=fair',
    'page=2&page_size=1',
    'keywords=zzz',
    'page=99',
    'page_size=1&utm=x',
  ]) {
    await hydrates(t, visitor, { path: `/en/news?${query}`, lang: 'en-US', heading: 'News' })
  }
})

test('the search hydrates in both scripts', async (t, world) => {
  const visitor = await world.newVisitor()
  await hydrates(t, visitor, { path: '/en?keywords=fair', lang: 'en-US', heading: 'Results for “fair”' })
  await hydrates(t, visitor, { path: `/zh?keywords=${encodeURIComponent('展会')}`, lang: 'zh-CN' })
  await visitor.page.locator('main a[href^="/news/"]').first().click()
  await visitor.page.locator('[data-page="news-detail"]').waitFor()
  t.equal(await visitor.page.locator('script[type="application/ld+json"]').count(), 0)
  t.strictSame(visitor.trouble, [])
})

test('the error page hydrates in both languages', async (t, world) => {
  await errorHydrates(t, world, { path: '/en/nowhere/at/all', lang: 'en-US' })
  await errorHydrates(t, world, { path: '/nowhere/at/all', lang: 'zh-CN' })
  await errorHydrates(t, world, { path: '/en/news/999999', lang: 'en-US' })
})

test(
  'the sample content hydrates in both languages',
  async (t, world) => {
    const visitor = await world.newVisitor()
    for (const path of ['/', '/news', '/product', '/product/101', '/news/1021', '/about/1', '/contact']) {
      await hydrates(t, visitor, { path, lang: 'zh-CN' })
      await hydrates(t, visitor, { path: path === '/' ? '/en' : `/en${path}`, lang: 'en-US' })
    }
  },
  { folder: sampleFolder },
)

async function errorHydrates(t: Test, world: World, { path, lang }: Expected) {
  const { page, trouble } = await world.newVisitor()
  const { before, after } = await textAroundHydration(page, path)
  t.equal(after, before)
  t.equal(await page.getAttribute('html', 'lang'), lang)
  t.equal(await page.getAttribute('[data-error-page]', 'data-error-page'), '404')
  // The status of the document, once as a response and once in the console.
  t.equal(trouble.length, 2)
  t.ok(
    trouble.every((line) => line.includes('404')),
    `${path}: nothing else went wrong`,
  )
}
