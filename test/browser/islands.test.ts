// Islands after a navigation: fetched near the viewport, without their code.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'

const { shared: test } = await createBrowserTest(t)
const island = '[data-island="RecommendedArticles"]'

const asked = (requests: string[]) => requests.filter((url) => url.includes('/__nuxt_island/')).length

test('after a navigation an island is fetched near the viewport, once', async (t, { visit }) => {
  const { page, requests, trouble } = await visit('/en/news')
  await page.setViewportSize({ width: 800, height: 300 })
  // The text before the island is made long, so that it is far below the viewport.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.rich-text { min-height: 3000px }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.getByRole('link', { name: 'Holidays' }).first().click()
  await page.waitForURL(/\/en\/news\/2$/)
  await page.locator('h1', { hasText: 'Holidays' }).waitFor()
  t.equal(asked(requests), 0)
  await page.locator(island).scrollIntoViewIfNeeded()
  await page.locator(island).getByRole('link', { name: 'The fair' }).waitFor()
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  await page.goForward()
  await page.locator(island).getByRole('link', { name: 'The fair' }).waitFor()
  t.equal(asked(requests), 1, 'later it is shown from memory')
  t.strictSame(trouble, [])
})
