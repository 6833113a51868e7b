// Header: panels that show what a section has, focus, the menu of a phone.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
const wide = { viewport: { width: 1280, height: 800 } }
const open = ':popover-open'

test('a mouse that rests on an entry of the bar opens its panel', async (t, { visit }) => {
  const { page, trouble } = await visit('/en', wide)
  const isOpen = (section: string) =>
    page.waitForFunction((title) => {
      const panel = document.querySelector('.menu-children:popover-open')
      return panel?.querySelector('.menu-title')?.textContent === title
    }, section)
  const entry = (name: string) => page.locator('.menu-item > a', { hasText: name })
  await entry('Products').hover()
  await isOpen('Products')
  await page.locator(open).getByRole('link', { name: 'Chlorine' }).hover()
  await entry('Solutions').hover()
  await isOpen('Solutions')
  await page.keyboard.press('Escape')
  t.equal(await page.locator(open).count(), 0, 'Escape closes it')
  await entry('Services').hover()
  await isOpen('Services')
  await page.mouse.move(640, 700)
  await page.waitForFunction((open) => !document.querySelector(open), open)
  await entry('Products').click()
  await page.waitForURL('/en/product')
  t.strictSame(trouble, [])
})

test('a touch, or a mouse button that is pressed before the rest is over, opens no panel', async (t, world) => {
  const { page } = await visitPaused(world, '/en', wide)
  const entry = (name: string) => page.locator('.menu-item > a', { hasText: name })
  await entry('Products').dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
  await page.clock.runFor(1000)
  t.equal(await page.locator(open).count(), 0)
  await entry('Products').hover()
  await page.mouse.down()
  await page.clock.runFor(1000)
  t.equal(await page.locator(open).count(), 0)
  await page.mouse.up()
  await page.locator('[data-page="product-list"]').waitFor()
  await entry('Solutions').hover()
  await page.clock.runFor(199)
  t.equal(await page.locator(open).count(), 0)
  await page.clock.runFor(1)
  t.match(await page.locator(open).innerText(), /^Solutions/)
})

test('a panel closes when the focus leaves it', async (t, { visit }) => {
  const { page, trouble } = await visit('/en', wide)
  await page.getByRole('button', { name: 'Site search' }).click()
  await page.waitForFunction(() => document.activeElement?.id === 'site-search-field')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More in About' }).click()
  await page.locator(open).getByRole('link').last().focus()
  t.equal(await page.locator(open).count(), 1, 'it stays open while the focus is inside')
  await page.keyboard.press('Tab')
  await page.waitForFunction((open) => !document.querySelector(open), open)
  t.strictSame(trouble, [])
})

test('on a phone the focus stays in the open menu', async (t, { newVisitor }) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await newVisitor({ viewport: { width: 390, height: 800 }, javaScriptEnabled })
    await page.goto('/en')
    for (const close of [() => page.mouse.click(4, 700), () => page.keyboard.press('Escape')]) {
      await page.locator('.menu-toggle').first().click()
      await page.locator(`${open} a`).last().focus()
      await page.keyboard.press('Tab')
      t.equal(await page.locator(`:focus:not(${open} *)`).count(), 0)
      await page.locator(open).waitFor()
      await close()
      t.equal(await page.locator(open).count(), 0)
    }
  }
})

test('in the menu of a phone rows open in place, one at a time', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  await page.goto('/en/about/2')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const sheet = page.locator('.menu-panel')
  const [products, solutions] = [sheet.locator('summary').first(), sheet.locator('summary').nth(1)]
  const flow = sheet.getByRole('link', { name: 'Flow', exact: true })
  const irrigation = sheet.getByRole('link', { name: 'Irrigation' })
  t.ok(await sheet.getByRole('link', { name: 'History' }).isVisible(), 'the current section is open')
  t.notOk(await flow.isVisible())
  t.equal(await products.getAttribute('aria-label'), 'More in Products')
  await products.press('Enter')
  t.ok(await flow.isVisible())
  t.notOk(await sheet.getByRole('link', { name: 'History' }).isVisible())
  await solutions.click()
  t.same([await flow.isVisible(), await irrigation.isVisible()], [false, true])
  t.ok((await sheet.evaluate((panel) => panel.scrollHeight)) < 1000, 'its height')
  const shown = (await sheet.innerText()).replaceAll(/\s+/g, ' ')
  t.match(shown, /Search Products .* Contact Contact us \+86 574 5550 0136$/)
})

test('after a navigation the row of its section is open in the menu', async (t, { visit }) => {
  const { page, trouble } = await visit('/en', { viewport: { width: 390, height: 800 } })
  const toggle = page.locator('.menu-toggle').first()
  const openRows = page.locator('.menu-item > details[open]')
  await toggle.click()
  t.equal(await openRows.count(), 0)
  t.not(await page.evaluate(() => document.activeElement?.id), 'menu-search-field', 'no keyboard is shown')
  await page.locator(open).getByRole('link', { name: 'Services', exact: true }).click()
  await page.waitForURL('/en/service')
  await page.locator('.menu-panel').waitFor({ state: 'hidden' })
  await toggle.click()
  t.ok(await page.locator(open).getByRole('link', { name: 'Calibration' }).isVisible())
  await page.locator(open).getByRole('searchbox').fill('radar')
  await page.keyboard.press('Enter')
  await page.waitForURL('/en?keywords=radar')
  await page.locator('h1:focus', { hasText: '“radar”' }).waitFor()
  await page.locator('.menu-panel').waitFor({ state: 'hidden' })
  t.equal(await openRows.count(), 0)
  t.strictSame(trouble, [])
})
