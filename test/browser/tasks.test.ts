// Tasks of visitors on the sample, in clicks from the home page.
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

const test = await createBrowserTest(t)
const sample = { folder: sampleFolder }
const phone = { viewport: { width: 360, height: 740 } }

test(
  'the protection rating of a meter for DN300: 1 click',
  async (t, { visit }) => {
    const { page } = await visit('/en')
    const walk = createWalk()
    await walk.click(page.locator('main a[href="/en/product/101"]').first())
    const rating = page.locator('.key-figures > div', { hasText: 'Protection' })
    await rating.getByText('IP67').waitFor()
    t.ok(await isInFirstScreen(page, rating), 'without scrolling')
    t.match(await page.locator('.key-figures').textContent(), 'DN15 to DN1200')
    t.equal(walk.clicks, 1)
  },
  sample,
)

test(
  'the manual of a meter and its data sheet as a file: 3 clicks each',
  async (t, { visit, site }) => {
    const { page } = await visit('/en')
    const walk = createWalk()
    await walk.click(page.locator('main a[href="/en/product/101"]').first())
    await walk.click(page.getByRole('link', { name: 'Documents', exact: true }).first())
    const sheet = page.getByRole('link', { name: /data sheet/ }).last()
    t.equal(walk.clicks, 2)
    const file = await site.get((await sheet.getAttribute('href')) ?? '')
    t.match(file, { statusCode: 200, headers: { 'content-type': 'application/pdf' } })
    await page
      .locator('main')
      .getByRole('link', { name: /manual/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /manual/ }).waitFor()
  },
  sample,
)

test(
  'two products are compared on a phone: 4 clicks, and both are in view',
  async (t, { visit }) => {
    const { page } = await visit('/en', phone)
    const walk = createWalk()
    await walk.click(page.getByRole('link', { name: 'All products' }))
    for (const id of [101, 102]) await walk.click(page.locator(`.compare-box:has([value="${id}"])`))
    await walk.click(page.getByRole('button', { name: 'Compare chosen products' }))
    await page.locator('[data-page="product-compare"] table').waitFor()
    t.equal(walk.clicks, 4)
    t.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
    const boxes = await page
      .locator('thead th[data-compare-id], tbody td')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect))
    t.ok(boxes.length > 20)
    t.ok(boxes.every(({ left, right, width }) => left >= 0 && right <= 360 && width > 100))
  },
  sample,
)

test(
  'news about calibration of the newest year: 2 clicks',
  async (t, { visit }) => {
    const { page } = await visit('/en')
    const walk = createWalk()
    await walk.click(page.locator('nav[data-menu]').getByRole('link', { name: 'News', exact: true }))
    await page.locator('[data-page="news-list"]').waitFor()
    const newest = await page.locator('main h2').first().textContent()
    await walk.click(page.locator('.filters').getByRole('link', { name: 'Calibration' }))
    await page.getByRole('link', { name: 'Remove', exact: false }).first().waitFor()
    t.equal(walk.clicks, 2)
    const first = page.locator('main h2').first()
    t.equal(await first.textContent(), newest)
    t.ok(await isInFirstScreen(page, page.locator('main h3 a').first()))
  },
  sample,
)

function createWalk() {
  let clicks = 0
  return {
    async click(target: Locator): Promise<void> {
      clicks++
      await target.click()
    },
    get clicks() {
      return clicks
    },
  }
}

async function isInFirstScreen(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox()
  const { height } = page.viewportSize()!
  return (await page.evaluate(() => scrollY)) === 0 && box !== null && box.y + box.height <= height
}
