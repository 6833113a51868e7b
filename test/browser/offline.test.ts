// Without a network: a click or Back keeps the page, a visited page opens from memory, and a retry follows the link.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument, running } from '../helpers/browser.ts'

const { shared: test } = await createBrowserTest(t)
const offline = 'You are offline. The page stays as it is.'

const toast = (page: Page) => page.locator('[data-toast]').filter({ hasText: offline })

test('a click keeps the page, and "try again" follows the link when the network is back', async (t, world) => {
  const { page, context } = await world.visit('/en/news')
  await running(page)
  const sameDocument = await markDocument(page)
  await page.clock.install()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await toast(page).waitFor()
  t.equal(await page.locator('h1').textContent(), 'News')
  t.match(page.url(), /\/en\/news$/)
  await page.clock.fastForward(60_000)
  t.equal(await toast(page).count(), 1, 'stays while it has an action')
  await context.setOffline(false)
  await toast(page).getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.match(page.url(), /\/en\/news\/2$/)
  t.ok(await sameDocument())
})

test('Back, Forward and a link show visited pages from memory', async (t, world) => {
  const { page, context } = await world.visit('/en/news')
  await running(page)
  const sameDocument = await markDocument(page)
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
  t.equal(await toast(page).count(), 0)
  t.ok(await sameDocument())
})
