// Bots: a complete page without hydration.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { botAgent } from '../helpers/site.ts'
import { pagesIn } from './pages.ts'
import { hold } from './rules.ts'

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

test.long('bots get a slow deferred part in the document', async (t, { site, newVisitor }) => {
  const { release } = hold(site.origin, '/api/home/article/recommends/')
  const { page } = await newVisitor(bot)
  const arrived = page.goto('/en/news/2')
  await page.waitForRequest(/\/en\/news\/2$/)
  release()
  await arrived
  t.ok(await page.locator('.recommends').getByRole('link', { name: 'The fair' }).isVisible())
})

test('bots get errors as one line of text with the status', async (t, { newVisitor }) => {
  const { page } = await newVisitor(bot)
  const answer = await page.goto('/en/news/999999')
  t.equal(answer?.status(), 404)
  t.equal(answer?.headers()['x-robots-tag'], 'noindex')
  t.equal(await answer?.text(), '404 Page not found: /en/news/999999\n')
})

test.long('headless Chrome of test suites is not a bot', async (_t, { newVisitor }) => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'
  const { page } = await newVisitor({ userAgent: agent })
  await page.goto('/en')
  await hydrated(page)
})
