import t from 'tap'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { replaceBody } from './rules.ts'

const testAlone = await createBrowserTest(t)
const test = testAlone.shared

testAlone('control-click and middle click open a new tab', async (t, { site, visit }) => {
  replaceBody(site.origin, 1, '<p><a href="/en/news/2">in the text</a></p>')
  const { page, context } = await visit('/en/news/1')
  const links = [
    page.getByText('in the text'),
    page.locator('.breadcrumb').getByRole('link', { name: 'News' }),
  ]
  for (const link of links) {
    for (const click of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
      const [tab] = await Promise.all([context.waitForEvent('page'), link.click(click)])
      await hydrated(tab)
      t.match(tab.url(), /\/en\/news(\/2)?$/)
      await tab.close()
    }
  }
  t.match(page.url(), /\/en\/news\/1$/)
})

test('a file of this site is downloaded, not navigated to', async (t, { visit }) => {
  const { page } = await visit('/en/download')
  const sameDocument = await markDocument(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Data sheet' }).click(),
  ])
  t.equal(download.suggestedFilename(), 'sheet.txt')
  t.ok(await sameDocument())
})

testAlone('a navigation requests its payload once', async (t, { site, visit }) => {
  const { page, requests } = await visit('/en/news')
  await page.getByRole('link', { name: 'The fair' }).click()
  await page.locator('[data-page="news-detail"]').waitFor()
  await page.locator('nav[data-menu] a[href="/en/product"]').click()
  await page.locator('[data-page="product-list"]').waitFor()
  // The page that is shown.
  await page.locator('nav[data-menu] a[href="/en/product"]').click()
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-page="news-list"]').waitFor()
  t.strictSame(payloads(requests, '/en/product'), [`/en/product/_payload.json?${site.build.id}`])
  t.strictSame(payloads(requests, '/en/news/1'), [`/en/news/1/_payload.json?${site.build.id}`])
  t.strictSame(
    requests.filter((url) => url.startsWith('/api/')),
    [],
  )
})

testAlone('a superseded navigation is aborted', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/product')
  const { release } = site.origin.hold('/api/home/article/detail/11')
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

function payloads(requests: string[], path: string): string[] {
  return requests.filter((url) => url.startsWith(`${path}/_payload.json`))
}
