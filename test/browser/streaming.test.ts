// Streaming: slow or failing deferred parts do not delay the page.
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { cutConnections } from './rules.ts'

const test = await createBrowserTest(t)
const recommends = '/api/home/article/recommends/'

test('the article is shown before its island, where the document waits', async (t, { site, newVisitor }) => {
  const { release } = site.origin.hold(recommends)
  const { page, trouble, requests } = await newVisitor()
  await page.goto('/en/news/2', { waitUntil: 'commit' })
  await page.getByText('Body of Holidays.').waitFor()
  const block = page.locator('.recommends')
  await block.waitFor()
  t.equal(await block.getByRole('link').count(), 0)
  t.equal(await page.title(), 'Holidays | Meter Works')

  release()
  await block.getByRole('link', { name: 'The fair' }).waitFor()
  await page.waitForLoadState()
  await hydrated(page)
  t.notOk(requests.some((url) => url.includes('/__nuxt_island/')))
  const sameDocument = await markDocument(page)
  await block.getByRole('link', { name: 'The fair' }).click()
  await page.getByRole('heading', { level: 1, name: 'The fair' }).waitFor()
  t.ok(await sameDocument(), 'its links navigate in-app')
  t.strictSame(trouble, [])
})

test('a link is followed while the document waits for its island', async (t, { site, newVisitor }) => {
  const { release } = site.origin.hold(recommends)
  const { page, trouble } = await newVisitor()
  await page.goto('/en/news/2', { waitUntil: 'commit' })
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-page="news-list"]').waitFor()
  release()
  await page.waitForLoadState()
  await page.getByRole('link', { name: 'New prices' }).click()
  await page.getByRole('heading', { level: 1, name: 'New prices' }).waitFor()
  t.equal(await page.title(), 'New prices | Meter Works')
  t.strictSame(trouble, [])
})

test.long('the sections of the home page are streamed in their order', async (t, { site, newVisitor }) => {
  const held = ['product', 'solution', 'news'].map((category) =>
    site.origin.hold(`/api/home/article/list/${category}`),
  )
  const { page, trouble } = await newVisitor()
  await page.goto('/en', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Every cubic metre' }).waitFor()
  for (const [index, title] of ['Meter A', 'Leakage', 'The fair'].entries()) {
    t.equal(await page.locator('.home-section').getByRole('link', { name: title }).count(), 0)
    held[index]?.release()
    await page.locator('.home-section').getByRole('link', { name: title }).waitFor()
  }
  await hydrated(page)
  t.strictSame(trouble, [])
})

test.long(
  'a block whose call has no response shows its notice, and the page hydrates',
  async (t, { site, newVisitor }) => {
    cutConnections(site.origin, recommends)
    const { page, trouble } = await newVisitor()
    await page.goto('/en/news/2')
    await hydrated(page)
    await page.locator('.recommends').getByText(en['block.failed']).waitFor()
    t.ok(await page.getByText('Body of Holidays.').isVisible())
    t.strictSame(trouble, [])
  },
)

test('after a navigation a failing island shows its notice', async (t, { site, visit }) => {
  site.origin.json(recommends, { success: false, data: null, msg: 'no' })
  const { page, trouble } = await visit('/en/news')
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.locator('.recommends').scrollIntoViewIfNeeded()
  await page.locator('.recommends').getByText(en['block.failed']).waitFor()
  t.ok(trouble.length > 0 && trouble.every((text) => /island|502/.test(text)))
})

test('without menu and configuration the page is shown', async (t, { site, newVisitor }) => {
  site.origin.json('/api/home/config/base', {}, 500)
  site.origin.json('/api/home/route/tree', {}, 500)
  const { page, trouble } = await newVisitor()
  await page.goto('/en/news/2')
  await hydrated(page)
  t.equal(await page.locator('h1').textContent(), 'Holidays')
  t.equal(await page.title(), 'Holidays')
  t.strictSame(trouble, [])
})
