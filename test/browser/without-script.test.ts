// Without JavaScript: every page is complete and works.
import t, { type Test } from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { pagesIn } from './pages.ts'
import { hold } from './rules.ts'

const test = await createBrowserTest(t)
const noScript = { javaScriptEnabled: false }

for (const locale of ['zh', 'en'] as const) {
  test(`every page can be read in ${locale}`, async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor(noScript)
    for (const { path, route, heading } of someOf(pagesIn(locale), 2, locale === 'zh' ? 0 : 1)) {
      await page.goto(path)
      t.ok(await page.locator(`[data-page="${route}"]`).isVisible(), path)
      t.equal(await page.locator('h1').innerText(), heading)
      t.notOk(await page.locator('html[data-hydrated]').count())
    }
    // A preloaded script that may not run counts as a failed request.
    const withoutScripts = trouble.filter((line) => !/^request failed: .*\.js csp$/.test(line))
    t.strictSame(withoutScripts, [])
  })
}

test('a missing page shows the error page with links', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  const answer = await page.goto('/en/news/999999')
  t.equal(answer?.status(), 404)
  t.ok(await page.locator('[data-error-page="404"]').isVisible())
  await page.getByRole('link', { name: 'English Site' }).click()
  await page.locator('[data-page="home"]').waitFor()
})

test.long('the menu is a bar on a wide screen', async (_t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/en')
  await page.locator('nav[data-menu]').getByRole('link', { name: 'All products' }).click()
  await page.locator('[data-page="product-list"]').waitFor()
})

test('the menu opens and closes on a screen of 360 pixels', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ ...noScript, viewport: { width: 360, height: 640 } })
  await page.goto('/en')
  const menu = page.locator('nav[data-menu]')
  const link = menu.getByRole('link', { name: 'All products' })
  t.notOk(await link.isVisible())
  await menu.getByRole('button', { name: 'Menu' }).click()
  await link.waitFor()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await link.waitFor({ state: 'hidden' })
  await menu.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await page.locator('[data-page="product-list"]').waitFor()
})

test('the pagination works', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/news?page_size=1')
  t.ok(await page.getByRole('link', { name: '展会' }).isVisible())
  await page.locator('.pagination a[rel="next"]').click()
  await page.waitForURL('/news?page=2&page_size=1#list')
  t.ok(await page.getByRole('link', { name: '放假' }).isVisible())
  t.notOk(await page.getByRole('link', { name: '展会' }).count())
})

test('the search works with Chinese and English keywords', async (t, { newVisitor }) => {
  await searchFinds(t, newVisitor, { list: '/news', keywords: '放假', found: '放假', other: '展会' })
  await searchFinds(t, newVisitor, {
    list: '/en/news',
    keywords: 'fair',
    found: 'The fair',
    other: 'New prices',
  })
})

test.long('the articles of the home page can be seen without JavaScript', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/en')
  for (const title of ['Meter A', 'Leakage', 'The fair']) {
    t.ok(await page.locator('.home-section').getByRole('link', { name: title }).isVisible(), title)
  }
})

test('a deferred part is visible without JavaScript', async (_t, { site, newVisitor }) => {
  const { release } = hold(site.origin, '/api/home/article/recommends/')
  const { page } = await newVisitor(noScript)
  await page.goto('/en/news/2', { waitUntil: 'commit' })
  await page.locator('.rich-text').waitFor()
  release()
  await page.waitForLoadState()
  await page.getByRole('heading', { level: 3, name: 'New prices' }).waitFor()
})

type Search = { list: string; keywords: string; found: string; other: string }
type NewVisitor = Parameters<Parameters<typeof test>[1]>[1]['newVisitor']

async function searchFinds(t: Test, newVisitor: NewVisitor, { list, keywords, found, other }: Search) {
  const { page } = await newVisitor(noScript)
  await page.goto(list)
  const form = page.locator('main form[role="search"]')
  await form.locator('input[name="keywords"]').fill(keywords)
  await form.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('keywords') === keywords)
  t.equal(new URL(page.url()).pathname, list)
  t.ok(await page.getByRole('link', { name: found, exact: true }).isVisible())
  t.notOk(await page.getByRole('link', { name: other, exact: true }).count())
}
