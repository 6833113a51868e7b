// Fallback of a failed payload: the browser loads the page with the business calls.
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
const payload = /\/_payload\.json/

test('a failing payload: the page is loaded with the business calls', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 500, body: '{}' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.ok(await sameDocument())
  t.equal(await page.title(), 'Holidays | Meter Works')
  t.equal(await page.locator('[data-toast]').count(), 0, 'a payload failure is for the console only')
  t.ok(
    trouble.some((line) => line.startsWith('console') && line.includes('payload 500')),
    'it is logged',
  )
})

test('rich text from the business calls is plain text in paragraphs', async (t, { site, visit }) => {
  const list = '<ul><li>Four<ul><li><p>Five</p></li></ul></li></ul><div>Six &lt;b&gt;</div>'
  const script = '<script>window.__hacked = 1</script><style>p { color: red }</style>'
  replaceBody(site.origin, 2, `<h2>One</h2><p>Two <b>bold</b> words</p><p>Three${script}</p>${list}`)
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.abort())
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  const texts = ['One', 'Two bold words', 'Three', 'Four', 'Five', 'Six &lt;b&gt;']
  t.equal(await page.locator('.rich-text').innerHTML(), texts.map((text) => `<p>${text}</p>`).join(''))
})

test('an island is loaded after the business calls', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.abort())
  await page.getByRole('link', { name: 'Holidays' }).click()
  const block = page.locator('.recommends')
  await block.getByText(en['block.failed']).or(block.getByRole('link')).first().waitFor()
  t.ok(await block.getByRole('link', { name: 'The fair' }).isVisible())
})

test('a date without an offset has the company’s offset in a browser of another time zone', async (t, {
  site,
  visit,
}) => {
  site.origin.patch('/api/home/article/detail/2?', (article) => ({
    ...(article as object),
    published_at: '2026-11-20 07:00:00',
  }))
  const { page } = await visit('/en/news', { timezoneId: 'America/New_York' })
  await page.route(payload, (route) => route.abort())
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  const date = page.locator('main time').first()
  t.equal(await date.textContent(), '20 November 2026')
  t.equal(await date.getAttribute('datetime'), '2026-11-20T07:00:00+08:00')
})

test('the home page is loaded with the business calls', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.abort())
  const sameDocument = await markDocument(page)
  await page.locator('.site-name').click()
  await page.getByRole('heading', { level: 1, name: 'Every cubic metre' }).waitFor()
  t.ok(await sameDocument())
  await page.getByRole('link', { name: 'Meter A' }).first().waitFor()
})

test('a payload that is not JSON is a failed payload', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  await page.route(payload, (route) => route.fulfill({ status: 200, body: '<html>' }))
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.ok(await sameDocument())
})

test('a list is loaded with the business calls and its query', async (t, { visit }) => {
  const { page } = await visit('/en/news?page_size=1')
  await page.route(payload, (route) => route.abort())
  const sameDocument = await markDocument(page)
  await page.locator('.pagination a[rel="next"]').click()
  await page.getByRole('link', { name: 'Holidays' }).waitFor()
  t.equal(await page.getByRole('link', { name: 'The fair' }).count(), 0)
  t.ok(await sameDocument())
})
