// Bots: a complete page without hydration.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { botAgent } from '../helpers/site.ts'
import { pagesIn } from './pages.ts'

const test = await createBrowserTest(t)
const bot = { userAgent: botAgent }

test('bots get complete pages that do not hydrate', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor(bot)
  for (const { path, route, heading } of pagesIn('en')) {
    await page.goto(path)
    t.equal(await page.locator('h1').textContent(), heading, path)
    t.ok(await page.locator(`[data-page="${route}"]`).isVisible())
    t.equal(await page.locator('html[data-hydrated], template').count(), 0)
  }
  t.strictSame(trouble, [])
})

test.long('headless Chrome of test suites is not a bot', async (_t, { newVisitor }) => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'
  const { page } = await newVisitor({ userAgent: agent })
  await page.goto('/en')
  await hydrated(page)
})
