// Without JavaScript, and for bots: every page is complete and works.
import t, { type Test } from 'tap'
import { locales } from '../../shared/constants.ts'
import { localizePath } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { createBrowserTest, type World } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { pages } from '../helpers/pages.ts'
import { botAgent } from '../helpers/site.ts'

const { shared: test } = await createBrowserTest(t)
const noScript = { javaScriptEnabled: false }

async function canBeRead(t: Test, { newVisitor }: World, options: object, someLocales: readonly Locale[]) {
  const { page, trouble } = await newVisitor(options)
  for (const [index, locale] of someLocales.entries())
    for (const { path, route, title } of someOf(pages, 6, 3 * index)) {
      await page.goto(localizePath(path, locale))
      t.ok(await page.locator(`[data-page="${route}"]`).isVisible(), path)
      t.match(await page.title(), title[locale])
      if (path !== '/') t.equal(await page.locator('h1').innerText(), title[locale])
      t.equal(await page.locator('html[data-hydrated], template').count(), 0)
    }
  // A preloaded script that may not run counts as a failed request.
  const withoutScripts = trouble.filter((line) => !/^request failed: .*\.js csp$/.test(line))
  t.strictSame(withoutScripts, [])
}

test('every page can be read without JavaScript', (t, world) => canBeRead(t, world, noScript, locales))
test.long('every page can be read by a bot', (t, world) =>
  canBeRead(t, world, { userAgent: botAgent }, ['en']),
)

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
