// Navigations that need a document: a missing page, another build, a redirect. The guard against repeated loads.
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { cutConnections, replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
const payload = /\/_payload\.json/

test('a navigation to a missing page loads the document of the error page', async (t, { site, visit }) => {
  replaceBody(site.origin, 1, '<p><a href="/en/news/999999">gone</a></p>')
  const { page } = await visit('/en/news/1')
  const sameDocument = await markDocument(page)
  const [answer] = await Promise.all([
    page.waitForResponse(/\/en\/news\/999999$/),
    page.getByText('gone').click(),
  ])
  await page.locator('[data-error-page="404"]').waitFor()
  t.equal(answer.status(), 404)
  t.equal(await page.title(), '404 - Page not found: /en/news/999999')
  t.notOk(await sameDocument())
  await page.goBack()
  await hydrated(page)
  t.equal(await page.locator('h1').textContent(), 'The fair')
})

test('every click on a dead link opens its document', async (t, { site, visit }) => {
  replaceBody(site.origin, 1, '<p><a href="/en/news/999999">gone</a></p>')
  const { page } = await visit('/en/news/1')
  for (const click of ['first', 'second', 'third']) {
    await page.getByText('gone').click()
    await page.locator('[data-error-page="404"]').waitFor()
    await page.goBack()
    await hydrated(page)
    t.equal(await page.locator('h1').textContent(), 'The fair', click)
  }
})

test('the error page of a failed upstream has a link that requests the page again', async (t, world) => {
  const revive = cutConnections(world.site.origin, '/api/home/article/detail/2')
  const { page } = await world.newVisitor()
  const answer = await page.goto('/en/news/2')
  t.equal(answer?.status(), 502)
  await hydrated(page)
  t.equal(await page.getAttribute('[data-error-page]', 'data-error-page'), '502')
  revive()
  // A failure is remembered for two seconds.
  let heading: string | null = null
  for (let tries = 0; tries < 40 && heading !== 'Holidays'; tries++) {
    await Promise.all([
      page.waitForResponse(/\/en\/news\/2$/),
      page.getByRole('link', { name: en['toast.retry'] }).click(),
    ])
    await page.waitForLoadState()
    heading = await page.locator('h1').textContent()
  }
  t.equal(heading, 'Holidays')
})

const page200 = { status: 200, head: '', main: '<p>hacked</p>', language: '', locale: 'en' }
const documents: Record<string, (route: Route) => Promise<void>> = {
  'the status of another build': (route) => route.fulfill({ status: 409, json: {} }),
  'the page of another build': (route) => route.fulfill({ json: { ...page200, build: 'other' } }),
  'a redirect on this site': (route) =>
    route.fulfill({ status: 302, headers: { location: '/en/product/_payload.json' } }),
  'a redirect to another site': (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://other.example/' } }),
  'gone for ever': (route) => route.fulfill({ status: 410, json: {} }),
}

for (const [name, respond] of someOf(Object.entries(documents), 2))
  test(`a payload that is ${name} causes a document load`, async (t, { visit }) => {
    const { page } = await visit('/en/news')
    await page.route(payload, respond)
    const sameDocument = await markDocument(page)
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    await hydrated(page)
    t.notOk(await sameDocument())
    t.match(page.url(), /\/en\/news\/2$/)
  })

test('a document is loaded once in 10 000 ms for each path; then the page stays with a toast', async (t, {
  visit,
}) => {
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
  ] as const) {
    await page.goto('/en/news')
    await hydrated(page)
    await page.route(payload, (route) => route.fulfill({ status: 409, json: {} }))
    if (passed) await setReloadTime(page, '/en/news/2', passed)
    loads = 0
    await page.getByRole('link', { name: 'Holidays' }).click()
    if (expected === 0) {
      await page.locator('[data-toast]').getByText(en['error.reload'], { exact: true }).waitFor()
      t.equal(await page.locator('[data-page="news-list"]').count(), 1)
      t.match(page.url(), /\/en\/news$/)
    } else await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    t.equal(loads, expected, `${passed} ms later`)
  }
})

test('a search that is rejected is a toast, and without JavaScript an error page that keeps its form', async (t, world) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await world.newVisitor({ javaScriptEnabled })
    await page.goto('/en?keywords=fair')
    if (javaScriptEnabled) await hydrated(page)
    const restore = world.site.origin.json('/api/home/search', { success: false }, 429)
    // Its role changes when the suggestions are loaded.
    const field = page.locator('main input[type="search"]')
    await field.fill('valve')
    await field.focus()
    await page.keyboard.press('Enter')
    // Locators wait for the end of a navigation that is cancelled.
    await page.waitForFunction(
      ([selector, text]) => document.querySelector(selector)?.textContent.includes(text),
      [javaScriptEnabled ? '[data-toast]' : '[data-error-page="503"]', en['search.busy']] as const,
    )
    t.equal(
      await page.evaluate(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.value),
      'valve',
    )
    restore()
  }
})

test.long('without storage the page stays with a toast', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/en/news')
  await hydrated(page)
  const sameDocument = await markDocument(page)
  await page.route(payload, (route) => route.fulfill({ status: 409, json: {} }))
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.locator('[data-toast]').getByText(en['error.reload'], { exact: true }).waitFor()
  t.equal(await page.locator('[data-page="news-list"]').count(), 1)
  t.ok(await sameDocument())
})

/** Moves the recorded time of the reload back by these milliseconds. */
function setReloadTime(page: Page, path: string, passed: number): Promise<void> {
  return page.evaluate(
    ([path, passed]) => sessionStorage.setItem('reloads', JSON.stringify({ [path]: Date.now() - passed })),
    [path, passed] as const,
  )
}
