// Tasks of visitors on the sample, in clicks from the home page.
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { createSampleTest } from './sample.ts'

const test = await createSampleTest(t)
const phone = { viewport: { width: 360, height: 740 } }

test('the protection rating of a meter for DN300: 1 click', async (t, { visit }) => {
  const { page } = await visit('/en')
  await page.locator('main a[href="/en/product/101"]').first().click()
  const rating = page.locator('.key-figures > div', { hasText: 'Protection' })
  await rating.getByText('IP67').waitFor()
  t.ok(await isInFirstScreen(page, rating), 'without scrolling')
  t.match(await page.locator('.key-figures').textContent(), 'DN15 to DN1200')
})

test('the manual of a meter and its data sheet as a file: 3 clicks each', async (t, { visit, site }) => {
  const { page } = await visit('/en')
  await page.locator('main a[href="/en/product/101"]').first().click()
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click()
  const sheet = page.getByRole('link', { name: /data sheet/ }).last()
  const file = await site.get((await sheet.getAttribute('href')) ?? '')
  t.match(file, { statusCode: 200, headers: { 'content-type': 'application/pdf' } })
  await page
    .locator('main')
    .getByRole('link', { name: /manual/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /manual/ }).waitFor()
})

test('the Chinese data sheet from an English page: 3 clicks', async (t, { visit, site }) => {
  const { page } = await visit('/en', phone)
  await page.locator('main a[href="/en/product/101"]').first().click()
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click()
  const sheet = page.locator('.file-table').getByRole('link', { name: /data sheet 中文$/ })
  t.equal(await sheet.getAttribute('href'), '/media/files/tl-mag-datasheet-zh.pdf')
  await sheet.click({ trial: true })
  t.equal((await site.get('/media/files/tl-mag-datasheet-zh.pdf')).statusCode, 200)
})

for (const { start, product, manual } of [
  { start: '/en', product: '/en/product/101', manual: '/en/manual/51' },
  { start: '/', product: '/product/101', manual: '/manual/51' },
])
  test.long(`the manual of a meter as a file, from ${start}: 3 clicks`, async (t, { visit, site }) => {
    const { page } = await visit(start)
    await page.locator(`main a[href="${product}"]`).first().click()
    await page.locator(`main a[href="${manual}"]`).first().click()
    await page.locator('[data-page="manual"]').waitFor()
    const link = page.locator('main a[href*="/media/"]', { hasText: /manual|使用手册/ }).first()
    const file = await site.get((await link.getAttribute('href')) ?? '')
    t.match(file, { statusCode: 200, headers: { 'content-type': 'application/pdf' } })
  })

test.long('the Chinese file of a download: 2 clicks', async (t, { visit, site }) => {
  const { page } = await visit('/')
  await page.locator('nav[data-menu] a[href^="/download"]').first().click()
  await page.locator('[data-page="download"]').waitFor()
  const link = page.locator('main tr', { hasText: '中文' }).locator('a[href*="/media/"]').first()
  const href = (await link.getAttribute('href')) ?? ''
  t.match(href, /-zh\.\w+$/)
  t.equal((await site.get(href)).statusCode, 200)
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

test.long('news about calibration of the newest year: 2 clicks', async (t, { visit }) => {
  const { page } = await visit('/en')
  await page.locator('nav[data-menu]').getByRole('link', { name: 'News', exact: true }).click()
  await page.locator('[data-page="news-list"]').waitFor()
  const newest = await page.locator('main h2').first().textContent()
  await page.locator('.filters').getByRole('link', { name: 'Calibration' }).click()
  await page.getByRole('link', { name: 'Remove', exact: false }).first().waitFor()
  const first = page.locator('main h2').first()
  t.equal(await first.textContent(), newest)
  t.ok(await isInFirstScreen(page, page.locator('main h3 a').first()))
})

async function isInFirstScreen(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox()
  const { height } = page.viewportSize()!
  return (await page.evaluate(() => scrollY)) === 0 && box !== null && box.y + box.height <= height
}
