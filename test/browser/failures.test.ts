// Navigations that need a document: a missing page, another build, a redirect. The guard against repeated loads.
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, follow, hydrated, markDocument } from '../helpers/browser.ts'
import { addArticle } from './rules.ts'

const testAlone = await createBrowserTest(t)
const test = testAlone.shared
const payload = /\/_payload\.json/

test('each click on a dead link loads the document of the error page', async (t, { site, visit }) => {
  const { page } = await visit(addArticle(site.origin, '<p><a href="/en/news/999999">gone</a></p>'))
  for (const click of ['first', 'second']) {
    const answered = page.waitForResponse(/\/en\/news\/999999$/)
    await page.getByText('gone').click()
    t.equal((await answered).status(), 404, click)
    await page.locator('[data-error-page="404"]').waitFor()
    t.equal(await page.title(), '404 - Page not found: /en/news/999999')
    await page.goBack()
    await hydrated(page)
    t.equal(await page.locator('h1').textContent(), 'The fair', click)
  }
})

const page200 = { status: 200, head: '', main: '<p>hacked</p>', language: '', locale: 'en' }
const documents: Record<string, (route: Route) => Promise<void>> = {
  'the status of another build': (route) => route.fulfill({ status: 409, json: {} }),
  'the page of another build': (route) => route.fulfill({ json: { ...page200, build: 'other' } }),
  'a redirect': (route) => route.fulfill({ status: 302, headers: { location: 'https://other.example/' } }),
  'gone for ever': (route) => route.fulfill({ status: 410, json: {} }),
}

test('a payload that is no page of this build causes a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news/1')
  let [to = '', next = ''] = ['/en/news', '/en/news/1']
  for (const [name, respond] of Object.entries(documents)) {
    await page.evaluate(() => sessionStorage.clear())
    await page.route(payload, respond)
    const sameDocument = await markDocument(page)
    await follow(page, to)
    await page.waitForURL(to)
    await hydrated(page)
    t.notOk(await sameDocument(), name)
    await page.unroute(payload)
    ;[to, next] = [next, to]
  }
})

test('a page whose upstream failed has a link to try again', async (t, { site, newVisitor }) => {
  const { page } = await newVisitor()
  site.origin.json('/api/home/article/detail/9801?', {}, 500)
  const again = page.getByRole('link', { name: 'Try again' })
  await page.goto('/en/news/9801?utm=x')
  t.equal(await again.getAttribute('href'), '/en/news/9801?utm=x')
  await page.goto('/en/news/9802')
  t.equal(await again.count(), 0)
})

test('a document is loaded once in 10 000 ms for each path', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.clock.setFixedTime(Date.now())
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  for (const [passed, expected] of [
    [undefined, 1],
    [9900, 0],
    [10_100, 1],
    ['no storage', 0],
  ] as const) {
    await page.goto('/en/news')
    await hydrated(page)
    await page.route(payload, (route) => route.fulfill({ status: 409, json: {} }))
    if (passed === 'no storage') await page.evaluate(denyStorage)
    else if (passed) await setReloadTime(page, '/en/news/2', passed)
    loads = 0
    await page.getByRole('link', { name: 'Holidays' }).click()
    if (expected === 0) {
      await page.locator('[data-toast]').getByText(en['error.reload'], { exact: true }).waitFor()
      t.equal(await page.locator('[data-page="news-list"]').count(), 1)
      t.match(page.url(), /\/en\/news$/)
    } else await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    t.equal(loads, expected, `${passed}`)
  }
})

testAlone('a search that is rejected is a toast, and keeps its words', async (t, { site, visit }) => {
  const { page } = await visit('/en?keywords=fair')
  site.origin.json('/api/home/search', { success: false }, 429)
  // Its role changes when the suggestions are loaded.
  const field = page.locator('main input[type="search"]')
  await field.fill('valve')
  await field.press('Enter', { noWaitAfter: true })
  // Locators wait for the end of a navigation that is cancelled.
  await page.waitForFunction(
    (text) => document.querySelector('[data-toast]')?.textContent.includes(text),
    en['search.busy'],
  )
  t.equal(
    await page.evaluate(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.value),
    'valve',
  )
})

/** Moves the recorded time of the reload back by these milliseconds. */
function setReloadTime(page: Page, path: string, passed: number): Promise<void> {
  return page.evaluate(
    ([path, passed]) => sessionStorage.setItem('reloads', JSON.stringify({ [path]: Date.now() - passed })),
    [path, passed] as const,
  )
}

function denyStorage(): void {
  // No load is remembered.
  sessionStorage.clear()
  Object.defineProperty(window, 'sessionStorage', {
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}
