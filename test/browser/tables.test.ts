// Tables: where they scroll, and what shows it; the comparison of products on phones.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const { shared: sampleTest } = await createBrowserTest(t, { folder: sampleFolder })
const phone = { viewport: { width: 360, height: 800 } }

/** What the table shows at its edge. A screenshot waits for the next frame, also where the page has no script. */
async function edgeOf(page: Page) {
  await page.screenshot()
  return page
    .locator('.table-scroll')
    .first()
    .evaluate((table) => ({
      isFaded: getComputedStyle(table).maskImage.includes('to left'),
      hint: getComputedStyle(table, '::after').visibility,
    }))
}

sampleTest(
  'a table that is cut has an edge that fades and an arrow, until its end',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ ...phone, javaScriptEnabled: false })
    await page.goto('/en/news/1036')
    t.strictSame(await edgeOf(page), { isFaded: true, hint: 'visible' })
    const table = page.locator('.table-scroll').first()
    await table.evaluate((element) => element.scrollBy(60, 0))
    t.strictSame(await edgeOf(page), { isFaded: true, hint: 'hidden' })
    await table.evaluate((element) => element.scrollBy(2000, 0))
    t.strictSame(await edgeOf(page), { isFaded: false, hint: 'hidden' })
    await page.setViewportSize({ width: 1280, height: 800 })
    t.strictSame(await edgeOf(page), { isFaded: false, hint: 'hidden' })
  },
)

sampleTest.long('tables are tab stops only where they scroll', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  const tables = page.locator('.table-scroll')
  const stops = () => tables.evaluateAll((all) => all.map(({ tabIndex }) => tabIndex))
  await page.goto('/en/news/1036')
  await hydrated(page)
  t.strictSame(await stops(), [-1, -1])
  await page.setViewportSize(phone.viewport)
  await page.locator('.table-scroll[tabindex="0"]').first().waitFor()
  t.strictSame(await stops(), [0, 0])
})

sampleTest.long('the rows of a comparison that do not differ can be hidden', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en/product/compare?id=104&id=105')
  const rows = page.locator('.compare-common tr:visible')
  const [all, different] = [await rows.count(), await page.locator('.compare-common .differs').count()]
  t.ok(all > different + 1)
  await page.getByLabel('Only differences').check()
  t.equal(await rows.count(), different + 1, 'with the title of the group')
})

test.long('print: a table of many columns fits on A4, unfolded', async (t, { site, newVisitor }) => {
  const columns = Array.from({ length: 14 }, (_, at) => `Parameter ${at}`)
  const cells = (name: string) => columns.map((text) => `<${name}>${text}</${name}>`).join('')
  const path = addArticle(
    site.origin,
    `<table><thead><tr>${cells('th')}</tr></thead><tbody><tr>${cells('td')}</tr></tbody></table>
     <details><summary>More</summary><p>Folded words</p></details>`,
  )
  // The width of A4 between the margins of Chromium.
  const { page } = await newVisitor({ javaScriptEnabled: false, viewport: { width: 718, height: 1000 } })
  await page.goto(path)
  const folded = page.getByText('Folded words')
  const isShown = () => folded.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  t.notOk(await isShown())
  await page.emulateMedia({ media: 'print' })
  t.ok(await isShown())
  const edge = await page.locator('table').evaluate((table) => table.getBoundingClientRect().right)
  t.ok(edge <= 718, `${edge}`)
})

sampleTest.long('two products are compared on a phone, and both are in view', async (t, { visit }) => {
  const { page } = await visit('/en/product', phone)
  for (const id of [101, 102]) await page.locator(`.compare-box:has([value="${id}"])`).click()
  await page.getByRole('button', { name: 'Compare chosen products' }).click()
  await page.locator('[data-page="product-compare"] table').waitFor()
  t.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360)
  const boxes = await page
    .locator('thead th[data-compare-id], tbody td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect))
  t.ok(boxes.length > 20)
  t.ok(boxes.every(({ left, right, width }) => left >= 0 && right <= 360 && width > 100))
})
