// Links: which of them change the page in place, and with which requests.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, holdRequests, markDocument } from '../helpers/browser.ts'
import { siteUrl } from '../helpers/site.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)

test.long('new tabs and downloads are left to the browser', async (t, { visit }) => {
  const { page, context } = await visit('/en/download')
  const sameDocument = await markDocument(page)
  for (const click of [
    () => page.locator('nav[data-menu] a[href="/en/news"]').click({ modifiers: ['Control'] }),
    () => page.locator('.breadcrumb').getByRole('link', { name: 'Home' }).click({ button: 'middle' }),
  ]) {
    const [tab] = await Promise.all([context.waitForEvent('page'), click()])
    await tab.waitForURL(/\/en(\/news)?$/, { waitUntil: 'commit' })
    await tab.close()
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Data sheet' }).click(),
  ])
  t.equal(download.suggestedFilename(), 'sheet.txt')
  t.match(page.url(), /\/en\/download$/)
  t.ok(await sameDocument())
})

test('a superseded navigation is aborted', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/product')
  const { release } = await holdRequests(page, /\/en\/product\/11\/_payload/)
  const slow = page.waitForEvent('requestfailed', (one) => one.url().includes('/en/product/11/_payload.json'))
  await Promise.all([
    page.waitForRequest(/\/en\/product\/11\/_payload/),
    page.locator('main').getByRole('link', { name: 'Meter A' }).click(),
  ])
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-page="news-list"]').waitFor()
  release()
  await slow
  await page.getByRole('link', { name: 'The fair' }).click()
  await page.locator('[data-page="news-detail"]').waitFor()
  t.equal(await page.title(), 'The fair | Meter Works')
  t.match(page.url(), /\/en\/news\/1$/)
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  t.strictSame(trouble, [])
})

test('menu, list, rich text and breadcrumb navigate in-app, with one request each', async (t, {
  site,
  visit,
}) => {
  const link = '<p>See <a href="/en/news/1/4"><strong>day one</strong></a>.</p>'
  const { page, requests, trouble } = await visit(addArticle(site.origin, link))
  const sameDocument = await markDocument(page)
  const crumb = (name: string) => page.locator('.breadcrumb').getByRole('link', { name })
  await page.getByText('day one').first().click()
  await arrives(t, page, { path: '/en/news/1/4', route: 'news-sub-detail', title: 'Day one | Meter Works' })
  await crumb('The fair').click()
  await arrives(t, page, { path: '/en/news/1', route: 'news-detail', title: 'The fair | Meter Works' })
  await crumb('Home').click()
  await arrives(t, page, { path: '/en', route: 'home', title: 'Meter Works' })
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  // The page that is shown.
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await arrives(t, page, { path: '/en/news', route: 'news-list', title: 'News | Meter Works' })
  t.equal(await page.locator('nav[data-menu] a[href="/en/news"]').getAttribute('aria-current'), 'page')
  await page.getByRole('link', { name: 'Holidays' }).first().click()
  await arrives(t, page, { path: '/en/news/2', route: 'news-detail', title: 'Holidays | Meter Works' })
  t.strictSame(
    requests.filter((url) => url.includes('/_payload') || url.startsWith('/api/')),
    ['/en/news/1/4', '/en/news/1', '/en', '/en/news', '/en/news/2'].map(
      (path) => `${path}/_payload.json?${site.build.id}`,
    ),
    'one request for each page',
  )
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

type Arrival = { path: string; route: string; title: string }

async function arrives(t: Test, page: Page, { path, route, title }: Arrival) {
  await page.locator(`[data-page="${route}"]`).waitFor()
  await page.waitForURL(path)
  t.equal(await page.title(), title)
  t.equal(await page.getAttribute('link[rel="canonical"]', 'href'), siteUrl + path)
  t.equal(await page.getAttribute('html', 'lang'), 'en-US')
  t.equal(await page.locator('[data-page]').count(), 1)
}
