// Navigations that need a document: a missing page, another build, a redirect. The guard against repeated loads.
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, follow, hydrated, markDocument } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { sendJson } from '../helpers/origin.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
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
const otherBuild = (route: Route) => route.fulfill({ status: 409, json: {} })
/** Another test has the status of another build. */
const documents: [name: string, (route: Route) => Promise<void>][] = [
  ['the page of another build', (route) => route.fulfill({ json: { ...page200, build: 'other' } })],
  ['gone for ever', (route) => route.fulfill({ status: 410, json: {} })],
  ['a redirect', (route) => route.fulfill({ status: 302, headers: { location: 'https://other.example/' } })],
]

test('a payload that is no page of this build causes a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news/1')
  let [to = '', next = ''] = ['/en/news', '/en/news/1']
  for (const [name, respond] of someOf(documents, 2)) {
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

test.long('a document is loaded once in 10 000 ms for each path', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.clock.setFixedTime(Date.now())
  await page.route(payload, otherBuild)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  const isKept = async (name: string) => {
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.locator('[data-toast]').getByText(en['error.reload'], { exact: true }).waitFor()
    t.equal(await page.locator('[data-page="news-list"]').count(), 1, name)
    t.match(page.url(), /\/en\/news$/, name)
    t.equal(loads, 0, name)
    await page.keyboard.press('Escape')
  }
  await setReloadTime(page, '/en/news/2', 9900)
  await isKept('within the time')
  await setReloadTime(page, '/en/news/2', 10_100)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.equal(loads, 1, 'after it')
  await hydrated(page)
  await follow(page, '/en/news')
  await page.waitForURL('/en/news')
  await hydrated(page)
  t.equal(loads, 2, 'another path')
  loads = 0
  await isKept('just loaded')
  await page.evaluate(denyStorage)
  await isKept('without storage')
})

test.long('a search that is rejected is a toast, and keeps its words', async (t, { site, visit }) => {
  const rejected = 'valve rejected'
  site.origin.answer('/api/home/search', (request, response, body) => {
    const isRejected = decodeURIComponent(`${request.url}${body}`).replaceAll('+', ' ').includes(rejected)
    return isRejected
      ? sendJson(response, 429, { success: false })
      : site.origin.pass(request, response, body)
  })
  const { page } = await visit('/en?keywords=fair')
  // Its role changes when the suggestions are loaded.
  const field = page.locator('main input[type="search"]')
  await field.fill(rejected)
  await field.press('Enter', { noWaitAfter: true })
  // Locators wait for the end of a navigation that is cancelled.
  await page.waitForFunction(
    (text) => document.querySelector('[data-toast]')?.textContent.includes(text),
    en['search.busy'],
  )
  t.equal(
    await page.evaluate(() => document.querySelector<HTMLInputElement>('main input[type="search"]')?.value),
    rejected,
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
