// Client errors: one report of each; the page stays.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const beacon = '**/ops/client-error'

test('uncaught errors and rejections are reported once; the page stays', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/news')
  await running(page)
  const [answer] = await Promise.all([
    page.waitForResponse(beacon),
    page.evaluate(() => {
      for (let count = 0; count < 3; count++)
        setTimeout(() => {
          throw new Error('boom https://x.example/?mail=a@b.example')
        })
    }),
  ])
  t.equal(answer.status(), 204)
  await Promise.all([
    page.waitForResponse(beacon),
    page.evaluate(() => void Promise.reject(new TypeError('later'))),
  ])
  const reports = site.lines.filter(({ msg }) => msg === 'error in a browser')
  t.match(reports, [
    { clientError: { kind: 'error', build: site.build.id, message: 'Error: boom https://x.example/' } },
    { clientError: { kind: 'rejection', message: 'TypeError: later' } },
  ])
  t.equal(reports.length, 2)
  t.equal(trouble.filter((line) => line.includes('boom')).length, 3, 'each has one line in the console')
  t.equal(await page.locator('h1').textContent(), 'News')
})

test('an application that cannot start leaves the page as it is, and reports it', async (t, {
  site,
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await page.route(/\/assets\/main-\w+\.js$/, (route) => route.abort())
  await Promise.all([page.waitForResponse(beacon), page.goto('/en/news')])
  t.equal(await page.locator('h1').textContent(), 'News')
  t.match(
    site.lines.find(({ msg }) => msg === 'error in a browser'),
    { clientError: { kind: 'start' } },
  )
})

test.long('settings that are not JSON leave the page as it is', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route('**/en/news', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('id="data">{', 'id="data">{{')
    await route.fulfill({ response: answer, body })
  })
  await Promise.all([page.waitForResponse(beacon), page.goto('/en/news')])
  t.equal(await page.locator('h1').textContent(), 'News')
  t.equal(await page.locator('html[data-hydrated]').count(), 0)
})

test.long('a document sends at most five reports', async (t, { visit }) => {
  const { page, requests } = await visit('/en/news')
  await running(page)
  const reports = () => requests.filter((url) => url === '/ops/client-error').length
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/ops/client-error') && reports() === 5),
    page.evaluate(() => {
      for (let count = 0; count < 9; count++) void Promise.reject(new Error(`number ${count}`))
    }),
  ])
  // A sixth report would be sent before the next document is requested.
  await page.goto('/en/product')
  t.equal(reports(), 5)
})

for (const [name, block] of [
  ['storage', blockStorage],
  ['IntersectionObserver', (page: Page) => removeGlobal(page, 'IntersectionObserver')],
  ['ResizeObserver', (page: Page) => removeGlobal(page, 'ResizeObserver')],
  ['requestIdleCallback', (page: Page) => removeGlobal(page, 'requestIdleCallback')],
  [
    'crypto.randomUUID',
    (page: Page) => page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID')),
  ],
] as const) {
  test.long(`the site works without ${name}`, async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor()
    await block(page)
    await page.goto('/en/news')
    await hydrated(page)
    await running(page)
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    await page.locator('a[data-locale-switch]:visible').first().click()
    await page.locator('html[lang="zh-CN"]').waitFor()
    await page.goBack()
    await page.locator('html[lang="en-US"]').waitFor()
    t.strictSame(trouble, [])
  })
}

function removeGlobal(page: Page, name: string): Promise<unknown> {
  return page.addInitScript((name) => void Reflect.deleteProperty(window, name), name)
}

/** Blocked storage and cookies, as in browsers: every access throws. */
function blockStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { get })
    Object.defineProperty(window, 'localStorage', { get })
    Object.defineProperty(document, 'cookie', { get, set: get })
  })
}
