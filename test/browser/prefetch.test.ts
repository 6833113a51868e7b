// Prefetch: which pages, when, with which concurrency; the page is used by the navigation.
import t from 'tap'
import { createBrowserTest, idle, running } from '../helpers/browser.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const prefetch = { prefetch: true }
const isPayload = (url: string) => url.includes('/_payload.json')
const targets = ['/en/product/11', '/en/service/21', '/en/solution/31', '/en/about/history', '/en/manual/1']
const linksTo = (paths: string[]) => paths.map((path) => `<p><a href="${path}">${path}</a></p>`).join('')

test('a link is prefetched once, when it is hovered, focused or touched', async (t, { site, newVisitor }) => {
  const { page, requests, trouble } = await newVisitor(prefetch)
  const query = '<p><a href="/en/news?keywords=fair">the fair</a></p>'
  await page.goto(addArticle(site.origin, query + linksTo(targets)))
  await running(page)
  await idle(page)
  // A link to another tab, or with a query, is not.
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/en/news/2', target: '_blank' })
    link.append('in a tab')
    document.querySelector('h1')?.append(link)
  })
  await page.getByText('in a tab').hover()
  await page.getByText('the fair', { exact: true }).focus()
  const [hovered = '', focused = '', touched = '', other = ''] = targets
  const asked = (path: string) =>
    page.waitForResponse((response) => response.url().includes(`${path}/_payload.json`))
  await Promise.all([asked(hovered), page.getByText(hovered).hover()])
  await Promise.all([asked(focused), page.getByText(focused).focus()])
  await Promise.all([asked(touched), page.getByText(touched).dispatchEvent('touchstart')])
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
    await page.evaluate(
      (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
      connection,
    )
    await page.locator('h1').hover()
    await page.getByText(other).hover()
  }
  await page.getByText(hovered).click()
  await page.getByRole('heading', { level: 1, name: 'Meter A' }).waitFor()
  t.strictSame(
    requests.filter(isPayload).map((url) => url.split('?')[0]),
    [hovered, focused, touched].map((path) => `${path}/_payload.json`),
    'none of visible links, and none on save-data or 2g',
  )
  t.strictSame(trouble, [])
})

test.long('a prefetched page is used for five minutes', async (t, { newVisitor }) => {
  const { page, requests } = await newVisitor(prefetch)
  const start = Date.now()
  await page.clock.setFixedTime(start)
  await page.goto('/en/news')
  await running(page)
  for (const [id, title, afterMs, asked] of [
    [1, 'The fair', 299_999, 1],
    [2, 'Holidays', 300_000, 2],
  ] as const) {
    const link = page.getByRole('link', { name: title })
    await page.clock.setFixedTime(start)
    await Promise.all([
      page.waitForResponse((one) => one.url().includes(`/en/news/${id}/_payload`)),
      link.hover(),
    ])
    await page.clock.setFixedTime(start + afterMs)
    await link.click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    t.equal(requests.filter((url) => url.startsWith(`/en/news/${id}/_payload`)).length, asked, title)
    await page.goBack()
    await page.locator('[data-page="news-list"]').waitFor()
  }
})

test.long('at most four prefetches run at once', async (t, { site, newVisitor }) => {
  const { page, requests } = await newVisitor(prefetch)
  await page.route(/_payload\.json/, () => {})
  await page.goto(addArticle(site.origin, linksTo(targets)))
  await running(page)
  for (const path of targets) await page.getByText(path).hover()
  t.equal(requests.filter(isPayload).length, 4)
})
