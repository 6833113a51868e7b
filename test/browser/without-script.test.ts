// Without JavaScript, and for bots: every page is complete and works.
import t from 'tap'
import { locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import { createBrowserTest } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { pages } from '../helpers/pages.ts'
import { botAgent } from '../helpers/site.ts'

const testAlone = await createBrowserTest(t)
const test = testAlone.shared
const noScript = { javaScriptEnabled: false }

for (const [name, options] of [
  ['without JavaScript', noScript],
  ['by a bot', { userAgent: botAgent }],
] as const)
  test(`every page can be read ${name}`, async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor(options)
    for (const [index, locale] of locales.entries())
      for (const { path, route, title } of someOf(pages, 4, index + (options === noScript ? 0 : 2))) {
        await page.goto(localizePath(path, locale))
        t.ok(await page.locator(`[data-page="${route}"]`).isVisible(), path)
        t.match(await page.title(), title[locale])
        if (path !== '/') t.equal(await page.locator('h1').innerText(), title[locale])
        t.equal(await page.locator('html[data-hydrated], template').count(), 0)
      }
    // A preloaded script that may not run counts as a failed request.
    const withoutScripts = trouble.filter((line) => !/^request failed: .*\.js csp$/.test(line))
    t.strictSame(withoutScripts, [])
  })

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

testAlone('a deferred part is visible without JavaScript', async (_t, { site, newVisitor }) => {
  const { release } = site.origin.hold('/api/home/article/recommends/')
  const { page } = await newVisitor(noScript)
  await page.goto('/en/news/2', { waitUntil: 'commit' })
  await page.locator('.rich-text').waitFor()
  release()
  await page.waitForLoadState()
  await page.getByRole('heading', { level: 3, name: 'New prices' }).waitFor()
})
