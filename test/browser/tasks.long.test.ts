// Tasks of visitors on the sample, in clicks from the home page.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
const phone = { viewport: { width: 360, height: 740 } }

test('the manual and the data sheet of a meter: 3 clicks each', async (t, { base, visit }) => {
  const { page } = await visit('/en', phone)
  await page.locator('main a[href="/en/product/101"]').first().click()
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click()
  for (const [name, file] of [
    [/data sheet$/, '/media/files/tl-mag-datasheet.pdf'],
    [/data sheet 中文$/, '/media/files/tl-mag-datasheet-zh.pdf'],
  ] as const) {
    const sheet = page.locator('.file-table').getByRole('link', { name }).first()
    t.equal(await sheet.getAttribute('href'), file)
    await sheet.click({ trial: true })
    const { status, headers } = await fetch(base + file)
    t.strictSame([status, headers.get('content-type')], [200, 'application/pdf'])
  }
  await page
    .locator('main')
    .getByRole('link', { name: /manual/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /manual/ }).waitFor()
})

test('the product for DN80 and dirty water: 1 query and 1 click', async (t, { visit }) => {
  const { page } = await visit('/', phone)
  await page.getByRole('button', { name: '站内搜索' }).click()
  await page.locator('#site-search-field').fill('DN80 脏水')
  await page.keyboard.press('Enter')
  await page.locator('.search-page h3 a').first().click()
  await page.getByRole('heading', { level: 1, name: /TL-Mag/ }).waitFor()
  t.match(page.url(), /\/product\/101/)
})

test('an enquiry by keyboard: at most 25 times Tab', async (t, { visit }) => {
  const { page } = await visit('/en')
  let tabs = 0
  const tabTo = async (name: string) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (; tabs < 25 && (await focused()) !== name; tabs++) await page.keyboard.press('Tab')
    t.equal(await focused(), name)
  }
  for (const name of ['Skip to content', 'Contact us']) {
    await tabTo(name)
    await page.keyboard.press('Enter')
  }
  await page.locator('[data-page="contact"]').waitFor()
  await tabTo('Send')
})

test('two products are compared on a phone: 4 clicks, and both are in view', async (t, { visit }) => {
  const { page } = await visit('/en', phone)
  await page.getByRole('link', { name: 'All products' }).click()
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
