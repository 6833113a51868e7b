// What a visitor meets when a navigation goes wrong.
import t from 'tap'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { cutConnections, replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
const payload = /\/_payload\.json/
const wild =
  '<h2>Head</h2><p>One <b>bold</b> word</p><p>Two<script>window.__hacked = 1</script></p><img src=x onerror="__hacked=1">'

test('a failing payload: the page is loaded by the business calls', async (t, { site, visit }) => {
  replaceBody(site.origin, 2, wild)
  const { page, trouble } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 500, body: '{}' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.ok(await sameDocument())
  t.equal(await page.title(), 'Holidays | Meter Works')
  const html = await page.locator('.rich-text').innerHTML()
  t.equal(html, '<p>Head</p><p>One bold word</p><p>Two</p>')
  t.equal(await page.evaluate(() => '__hacked' in window), false)
  await page.locator('.recommends').getByRole('link', { name: 'The fair' }).waitFor()
  t.equal(await page.locator('[data-toast]').count(), 0, 'a payload failure is for the console only')
  t.ok(
    trouble.some((line) => line.startsWith('console') && line.includes('payload 500')),
    'it is logged',
  )
})

test('a payload that is no JSON is a failing payload', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 200, body: '<html>' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.ok(await sameDocument())
})

test('a list, too, is loaded by the business calls, with its query', async (t, { visit }) => {
  const { page } = await visit('/en/news?page_size=1')
  await page.route(payload, (route) => route.abort())
  const sameDocument = await markDocument(page)
  await page.locator('.pagination a[rel="next"]').click()
  await page.getByRole('link', { name: 'Holidays' }).waitFor()
  t.equal(await page.getByRole('link', { name: 'The fair' }).count(), 0)
  t.ok(await sameDocument())
})

test('a target that does not exist is a document with the error page', async (t, { site, visit }) => {
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

test('the payload of another build is a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 409, body: '{}' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await hydrated(page)
  t.notOk(await sameDocument())
  t.match(page.url(), /\/en\/news\/2$/)
})

test('an origin that dies during a navigation is an error page, and back works', async (t, world) => {
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
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
})

test('an origin that dies before going back is an error page, too', async (_t, { site, visit }) => {
  const { page } = await visit('/en/news')
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  cutConnections(site.origin)
  await page.goBack()
  await page.locator('[data-error-page="502"]').waitFor()
})

test('page code that cannot be loaded is a document load', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(/\/assets\/article-\w+\.js$/, (route) => route.abort(), { times: 1 })
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await hydrated(page)
  t.notOk(await sameDocument())
  t.match(page.url(), /\/en\/news\/2$/)
})
