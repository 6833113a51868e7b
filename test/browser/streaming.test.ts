// Deferred parts: slow or failing ones do not delay the page; after a navigation they are islands, fetched near the viewport.
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { createBrowserTest, follow, hydrated, markDocument, type World } from '../helpers/browser.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const recommends = '/api/home/article/recommends/'

/** A news whose recommendations no other test has asked for. */
const addNews = ({ site }: World) => addArticle(site.origin, '<p>Body of Holidays.</p>', 'Holidays')

test('the article is shown before its island, where the document waits', async (t, world) => {
  const path = addNews(world)
  const { release } = world.site.origin.hold(recommends)
  const { page, trouble, requests } = await world.newVisitor()
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByText('Body of Holidays.').waitFor()
  const block = page.locator('.recommends')
  await block.waitFor()
  t.equal(await block.getByRole('link').count(), 0)
  t.equal(await page.title(), 'Holidays | Meter Works')

  release()
  await block.getByRole('link').first().waitFor()
  await page.waitForLoadState()
  await hydrated(page)
  t.notOk(requests.some((url) => url.includes('/__nuxt_island/')))
  const sameDocument = await markDocument(page)
  await block.getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname !== path)
  t.ok(await sameDocument(), 'its links navigate in-app')
  t.strictSame(trouble, [])
})

test('a link is followed while the document waits for its island', async (t, world) => {
  const path = addNews(world)
  const { release } = world.site.origin.hold(recommends)
  const { page, trouble } = await world.newVisitor()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-page="news-list"]').waitFor()
  release()
  await page.waitForLoadState()
  await page.getByRole('link', { name: 'New prices' }).click()
  await page.getByRole('heading', { level: 1, name: 'New prices' }).waitFor()
  t.equal(await page.title(), 'New prices | Meter Works')
  t.strictSame(trouble, [])
})

test('after a navigation a failing island shows its notice', async (t, world) => {
  const path = addNews(world)
  t.teardown(world.site.origin.json(recommends, { success: false, data: null, msg: 'no' }))
  const { page, trouble } = await world.visit('/en/contact')
  await follow(page, path)
  await page.locator('.recommends').scrollIntoViewIfNeeded()
  await page.locator('.recommends').getByText(en['block.failed']).waitFor()
  t.ok(trouble.every((text) => /island|502/.test(text)))
  t.ok(trouble.some((text) => text.startsWith('console: island')))
})

const island = '[data-island="RecommendedArticles"]'

const asked = (requests: string[]) => requests.filter((url) => url.includes('/__nuxt_island/')).length

test.long('after a navigation an island is fetched near the viewport, once', async (t, { visit }) => {
  const { page, requests, trouble } = await visit('/en/news')
  await page.setViewportSize({ width: 800, height: 300 })
  // The text before the island is made long, so that it is far below the viewport.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.rich-text { min-height: 3000px }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.getByRole('link', { name: 'Holidays' }).first().click()
  await page.waitForURL(/\/en\/news\/2$/)
  await page.locator('h1', { hasText: 'Holidays' }).waitFor()
  t.equal(asked(requests), 0)
  await page.locator(island).scrollIntoViewIfNeeded()
  await page.locator(island).getByRole('link', { name: 'The fair' }).waitFor()
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  await page.goForward()
  await page.locator(island).getByRole('link', { name: 'The fair' }).waitFor()
  t.equal(asked(requests), 1, 'later it is shown from memory')
  t.strictSame(trouble, [])
})
