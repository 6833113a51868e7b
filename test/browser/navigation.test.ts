// In-app navigation: links change the page and its head without a document load.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { siteUrl } from '../helpers/site.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)

test('menu, list, rich text and breadcrumb navigate in-app', async (t, { site, visit }) => {
  const link = '<p>See <a href="/en/news/1/4"><strong>day one</strong></a>.</p>'
  const { page, trouble } = await visit(addArticle(site.origin, link))
  const sameDocument = await markDocument(page)
  const crumb = (name: string) => page.locator('.breadcrumb').getByRole('link', { name })
  await page.getByText('day one').first().click()
  await arrives(t, page, { path: '/en/news/1/4', route: 'news-sub-detail', title: 'Day one | Meter Works' })
  await crumb('The fair').click()
  await arrives(t, page, { path: '/en/news/1', route: 'news-detail', title: 'The fair | Meter Works' })
  await crumb('Home').click()
  await arrives(t, page, { path: '/en', route: 'home', title: 'Meter Works' })
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await arrives(t, page, { path: '/en/news', route: 'news-list', title: 'News | Meter Works' })
  t.equal(await page.locator('nav[data-menu] a[href="/en/news"]').getAttribute('aria-current'), 'page')
  await page.getByRole('link', { name: 'Holidays' }).first().click()
  await arrives(t, page, { path: '/en/news/2', route: 'news-detail', title: 'Holidays | Meter Works' })
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
