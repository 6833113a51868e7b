// Without JavaScript: every page is complete and works.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { pagesIn } from './pages.ts'

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

test('the search works with Chinese keywords', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/news')
  const form = page.locator('main form[role="search"]')
  await form.locator('input[name="keywords"]').fill('放假')
  await form.getByRole('button').click()
  await page.waitForURL((url) => url.pathname === '/news' && url.searchParams.get('keywords') === '放假')
  t.ok(await page.getByRole('link', { name: '放假', exact: true }).isVisible())
  t.notOk(await page.getByRole('link', { name: '展会', exact: true }).count())
})

test('a deferred part is visible without JavaScript', async (_t, { site, newVisitor }) => {
  const { release } = site.origin.hold('/api/home/article/recommends/')
  const { page } = await newVisitor(noScript)
  await page.goto('/en/news/2', { waitUntil: 'commit' })
  await page.locator('.rich-text').waitFor()
  release()
  await page.waitForLoadState()
  await page.getByRole('heading', { level: 3, name: 'New prices' }).waitFor()
})
