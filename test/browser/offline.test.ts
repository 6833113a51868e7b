// Without a network: a click or Back keeps the page, a visited page opens from memory, and a retry follows the link.
import t from 'tap'
import { createBrowserTest, markDocument, running } from '../helpers/browser.ts'

const { shared: test } = await createBrowserTest(t)

test('a click keeps the page, visited pages are shown from memory, and a retry follows the link', async (t, world) => {
  const { page, context } = await world.visit('/en/news')
  await running(page)
  const sameDocument = await markDocument(page)
  await page.clock.install()
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await context.setOffline(true)
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  t.match(page.url(), /\/en\/news$/)
  await page.goForward()
  await page.locator('[data-page="news-detail"]').waitFor()
  t.match(page.url(), /\/en\/news\/2$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'News' }).click()
  await page.locator('[data-page="news-list"]').waitFor()
  t.match(page.url(), /\/en\/news$/)
  const toast = page.locator('[data-toast]')
  t.equal(await toast.count(), 0)

  await page.getByRole('link', { name: 'The fair' }).click()
  await toast.getByText('You are offline. The page stays as it is.').waitFor()
  t.equal(await page.locator('h1').textContent(), 'News')
  t.match(page.url(), /\/en\/news$/)
  await page.clock.fastForward(60_000)
  t.equal(await toast.count(), 1, 'stays while it has an action')
  await context.setOffline(false)
  await toast.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'The fair' }).waitFor()
  t.match(page.url(), /\/en\/news\/1$/)
  t.ok(await sameDocument())
})
