// In-app navigation: links change the page and its head without a document load.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { siteUrl } from '../helpers/site.ts'
import { replaceBody } from './rules.ts'

const test = await createBrowserTest(t)

test('a menu link navigates in-app', async (t, { visit }) => {
  const { page, trouble } = await visit('/en')
  const sameDocument = await markDocument(page)
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await arrives(t, page, { path: '/en/news', route: 'news-list', title: 'News | Meter Works' })
  t.ok(await sameDocument())
  t.equal(await page.locator('nav[data-menu] a[href="/en/news"]').getAttribute('aria-current'), 'page')
  t.strictSame(trouble, [])
})

test.long('the pagination navigates in-app', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/news?page_size=1')
  const sameDocument = await markDocument(page)
  await page.locator('.pagination a[rel="next"]').click()
  await page.getByRole('link', { name: 'Holidays' }).waitFor()
  const canonical = '/en/news?page=2'
  const path = '/en/news?page=2&page_size=1#list'
  await arrives(t, page, { path, canonical, route: 'news-list', title: 'News – Page 2 | Meter Works' })
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test.long('a short breadcrumb is not shortened', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en/news')
  const shortened = await page
    .locator('.breadcrumb :is(a, span)')
    .evaluateAll(
      (parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
    )
  t.equal(shortened, 0)
})

test.long('the breadcrumb navigates in-app', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/news/1/4')
  const sameDocument = await markDocument(page)
  await page.locator('.breadcrumb').getByRole('link', { name: 'The fair' }).click()
  await arrives(t, page, { path: '/en/news/1', route: 'news-detail', title: 'The fair | Meter Works' })
  await page.locator('.breadcrumb').getByRole('link', { name: 'News' }).click()
  await arrives(t, page, { path: '/en/news', route: 'news-list', title: 'News | Meter Works' })
  await page.locator('.breadcrumb').getByRole('link', { name: 'Home' }).click()
  await arrives(t, page, { path: '/en', route: 'home', title: 'Meter Works' })
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test('a link inside rich text navigates in-app', async (t, { site, visit }) => {
  replaceBody(site.origin, 1, '<p>See <a href="/en/product/11"><strong>the meter</strong></a>.</p>')
  const { page, trouble } = await visit('/en/news/1')
  const sameDocument = await markDocument(page)
  await page.getByText('the meter').click()
  await arrives(t, page, { path: '/en/product/11', route: 'product-detail', title: 'Meter A | Meter Works' })
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

type Arrival = { path: string; route: string; title: string; canonical?: string }

async function arrives(t: Test, page: Page, { path, route, title, canonical = path }: Arrival) {
  await page.locator(`[data-page="${route}"]`).waitFor()
  await page.waitForURL(path)
  t.equal(await page.title(), title)
  t.equal(await page.getAttribute('link[rel="canonical"]', 'href'), siteUrl + canonical)
  t.equal(await page.getAttribute('html', 'lang'), 'en-US')
  t.equal(await page.locator('[data-page]').count(), 1)
}
