// Products in a browser: filters, comparison and paging, with a keyboard, with and without JavaScript; axe on their states.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { runsLong } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { hasNoViolation } from './axe.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
const noScript = { javaScriptEnabled: false }
const box = (page: Page, id: number) => page.locator(`input[name="id"][value="${id}"]`)
const chosen = (page: Page) => page.locator('.compare-bar button[type="button"]').allInnerTexts()

/** The script of the comparison is loaded when the page is idle. */
const ready = (page: Page) => page.locator('.compare-bar ul').waitFor({ state: 'attached' })

test('a filter changes the list in place and stays where it is', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/news')
  const sameDocument = await markDocument(page)
  const flow = page.locator('.filters').getByRole('link', { name: 'Flow' })
  const before = await flow.boundingBox()
  await flow.focus()
  await page.keyboard.press('Enter')
  await page.getByText('8 items').waitFor()
  t.ok(await sameDocument())
  t.equal(await flow.getAttribute('aria-current'), 'true')
  t.equal((await flow.boundingBox())?.x, before?.x)
  t.equal((await flow.boundingBox())?.y, before?.y)
  await page.keyboard.press('Enter')
  await page.getByText('32 items').waitFor()
  t.strictSame(trouble, [])
})

test('a choice in the finder changes the list in place without a button', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/product?tag=Flow')
  const sameDocument = await markDocument(page)
  await ready(page)
  const count = page.locator('.list-count[role="status"]')
  const medium = page.getByLabel('Medium')
  await medium.focus()
  await medium.selectOption({ label: 'Wastewater (2)' })
  t.notOk(await page.getByRole('button', { name: 'Show results' }).isVisible())
  await count.getByText('2 items').waitFor()
  t.match(page.url(), /\/en\/product\?tag=Flow&filter=Medium%3AWastewater$/)
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'SELECT')
  t.match(await page.getByLabel('Principle').innerText(), 'Electromagnetic (1)', 'the counts are of the list')
  await page.locator('.chosen-filters').getByRole('link', { name: 'Wastewater' }).click()
  await count.getByText('3 items').waitFor()
  t.equal(await medium.inputValue(), '')
  await page.waitForFunction(() => document.activeElement?.id === 'list')
  await page.goBack()
  await count.getByText('2 items').waitFor()
  t.equal(await medium.inputValue(), 'Medium:Wastewater')
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test.long('by keyboard a menu is sent when it is left or by Enter', async (t, { visit }) => {
  const { page, requests } = await visit('/en/product')
  const entries = await page.evaluate(() => history.length)
  await page.getByLabel('Medium').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  t.notOk(requests.some((url) => url.includes('filter=')))
  const medium = await page.getByLabel('Medium').inputValue()
  await page.keyboard.press('Tab')
  await page.waitForURL((url) => url.searchParams.get('filter') === medium)
  await page.getByLabel('Topic').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('tag'))
  t.equal(await page.evaluate(() => history.length), entries + 2)
})

test.long('on a phone the finder is a sheet that works with the keyboard', async (t, { visit }) => {
  const { page } = await visit('/en/product?tag=Flow', { viewport: { width: 360, height: 800 } })
  const sheet = page.locator('.finder-sheet')
  t.notOk(await sheet.isVisible())
  await page.getByRole('button', { name: 'Filter (1)' }).focus()
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  for (const key of ['Enter', 'Tab', 'Tab']) await page.keyboard.press(key)
  t.ok(await page.getByLabel('Medium').evaluate((menu) => menu === document.activeElement))
  await page.getByLabel('Medium').selectOption({ label: 'Wastewater (2)' })
  await page.locator('.list-count').getByText('2 items').waitFor()
  t.ok(await sheet.isVisible(), 'it stays open for the next choice')
  await hasNoViolation(t, page, 'main')
  await page.getByRole('button', { name: 'Show results' }).focus()
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Filter (2)' }).waitFor()
  t.match(await page.locator('.chosen-filters').innerText(), /Flow.*Wastewater/s)
})

test.long('a family in the menu leads to its products, also from their page', async (t, { visit }) => {
  const { page } = await visit('/en/news')
  const link = page.locator('.menu').getByRole('link', { name: 'Water quality', exact: true })
  for (const from of ['another page', 'the same page']) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.getByRole('button', { name: 'More in Products' }).click()
    await link.click()
    await page.waitForURL('**/en/product#family-106')
    await page.waitForFunction(() => scrollY > 500)
    const top = (await page.locator('#family-106').boundingBox())?.y ?? -1
    t.ok(top >= 0 && top < 200, `from ${from}: ${top}`)
    t.notOk(await link.isVisible(), 'the panel is closed')
  }
})

test('products are chosen with the keyboard and kept on other pages', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/product')
  const sameDocument = await markDocument(page)
  await ready(page)
  await box(page, 101).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Topic').selectOption('Level')
  await page.getByText('2 items').waitFor()
  t.match(await chosen(page), [/TL-Mag/])
  await box(page, 104).check()
  await page.getByRole('button', { name: 'Compare chosen products' }).click()
  await page.locator('[data-page="product-compare"] table').waitFor()
  t.match(page.url(), /\/en\/product\/compare\?id=101&id=104$/)
  t.ok(await sameDocument())
  await page.locator('.compare-remove').first().click()
  await page.getByText('Choose one more product').waitFor()
  await page.goBack()
  await page.goBack()
  await ready(page)
  t.ok(await box(page, 104).isChecked())
  t.strictSame(trouble, [])
})

test.long('a fifth product is not chosen, and a message says why', async (t, { visit }) => {
  const { page } = await visit('/en/product')
  await ready(page)
  for (const id of [101, 102, 103, 104]) await box(page, id).click()
  await box(page, 105).click()
  t.equal(
    await page.locator('.compare-bar [role="status"]').innerText(),
    'At most 4 products can be compared.',
  )
  t.notOk(await box(page, 105).isChecked())
  await page.locator('.compare-bar button[type="button"]').first().click()
  t.notOk(await box(page, 101).isChecked())
  t.equal((await chosen(page)).length, 3)
  await hasNoViolation(t, page, 'main')
})

test('without JavaScript products are filtered, compared, added and removed', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/en/product')
  await box(page, 101).check()
  await box(page, 103).check()
  await page.getByRole('button', { name: 'Compare chosen products' }).click()
  t.match(page.url(), /\/en\/product\/compare\?id=101&id=103$/)
  await page.getByLabel('Add a product').selectOption('104')
  await page.getByRole('button', { name: 'Add' }).click()
  t.match(page.url(), /\?id=101&id=103&id=104$/)
  t.equal(await page.locator('thead th').count(), 4)
  t.match(await page.locator('.compare-remove').first().getAttribute('href'), /\?id=103&id=104$/)
  if (!runsLong) return
  await page.goto('/en/product')
  await page.getByLabel('Medium').selectOption({ label: 'Wastewater (4)' })
  await page.getByRole('button', { name: 'Show results' }).click()
  t.equal(new URL(page.url()).searchParams.getAll('filter').join(), 'Medium:Wastewater,,')
  t.equal(await page.getByRole('status').first().innerText(), '4 items')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  t.match(page.url(), /\/en\/product#list$/)
})
