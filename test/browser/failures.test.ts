// Failed navigations: missing targets, another build, a failing origin, missing chunks.
import t from 'tap'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
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

test('a payload of another build causes a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 409, body: '{}' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await hydrated(page)
  t.notOk(await sameDocument())
  t.match(page.url(), /\/en\/news\/2$/)
})

test('an origin that fails during a navigation causes an error page, and back works', async (t, world) => {
  const { page } = await world.visit('/en/news')
  const revive = cutConnections(world.site.origin)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.locator('[data-error-page="502"]').waitFor()
  t.match(page.url(), /\/en\/news\/2$/)
  t.equal(await page.getAttribute('html', 'lang'), 'en-US')
  revive()
  await page.goBack()
  await hydrated(page)
  await page.locator('[data-page="news-list"]').waitFor()
  t.match(page.url(), /\/en\/news$/)
})

test('an origin that fails before going back has no effect: the page is cached', async (t, {
  site,
  visit,
}) => {
  const { page } = await visit('/en/news')
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  cutConnections(site.origin)
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  t.match(page.url(), /\/en\/news$/)
})

test('a chunk that cannot be loaded causes a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(/\/assets\/article-\w+\.js$/, (route) => route.abort(), { times: 1 })
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await hydrated(page)
  t.notOk(await sameDocument())
  t.match(page.url(), /\/en\/news\/2$/)
})

test('a search that is rejected loads the document of the error page, which keeps its form', async (t, {
  site,
  visit,
}) => {
  const { page } = await visit('/en?keywords=fair')
  site.origin.json('/api/home/search', { success: false }, 429)
  const sameDocument = await markDocument(page)
  const field = page.locator('main').getByRole('searchbox')
  await field.fill('valve')
  await field.press('Enter')
  await page.locator('[data-error-page="503"]').waitFor()
  t.notOk(await sameDocument())
  t.equal(await page.locator('main').getByRole('searchbox').inputValue(), 'valve')
})
