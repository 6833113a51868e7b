// Header: panels that show what a section has, focus, the menu of a phone, the logo of another brand.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrandFolder, otherBrand } from '../helpers/brand.ts'
import { createBrowserTest } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'

const logos = 'en:\n  logo: /media/brand/logo-240x48.svg\n  logo_dark: /media/brand/logo-dark-240x48.svg\n'
/** The logo is that of the English name. */
const folder = createBrandFolder(t, {
  'brand.yaml': `${otherBrand['brand.yaml']}`.replace('en:\n', logos),
  'menu.yaml': `
- { id: 1, title: { zh: 产品, en: Products }, path: /product, children: [
    { id: 11, title: { zh: 甲表, en: Meter A }, path: /product/11 }] }
- { id: 2, title: { zh: 方案, en: Solutions }, path: /solution, children: [
    { id: 21, title: { zh: 农场, en: Farm }, path: /solution/32 }] }
- { id: 3, title: { zh: 服务, en: Services }, path: /service, children: [
    { id: 31, title: { zh: 维修, en: Repair }, path: /service/21 }] }
- { id: 4, title: { zh: 关于, en: About }, path: /about, children: [
    { id: 41, title: { zh: 历程, en: History }, path: /about/2 }] }
- { id: 5, title: { zh: 联系, en: Contact }, path: /contact }
`,
})
const { shared: test } = await createBrowserTest(t, { folder })
const open = ':popover-open'
const narrow = { viewport: { width: 360, height: 740 } }

test('a panel opens by a mouse at rest, not by a touch or a press, and closes without the focus', async (t, world) => {
  const { page, trouble } = await visitPaused(world, '/en')
  const entry = (name: string) => page.locator('.menu-item > a', { hasText: name })
  const isOpen = async (titles: string[], restMs: number, name: string) => {
    await page.clock.runFor(restMs)
    t.strictSame(await page.locator(`.menu-children${open} .menu-title`).allTextContents(), titles, name)
  }
  await entry('Products').dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
  await isOpen([], 1000, 'a touch')
  await entry('Products').hover()
  await isOpen([], 199, 'on its way')
  await isOpen(['Products'], 1, 'at rest')
  await page.locator(open).getByRole('link', { name: 'Meter A' }).hover()
  await isOpen(['Products'], 1000, 'within the panel')
  await entry('Solutions').hover()
  await isOpen(['Solutions'], 200, 'at the next one')
  await page.keyboard.press('Escape')
  await isOpen([], 0, 'Escape closes it')
  await entry('Services').hover()
  await isOpen(['Services'], 200, 'at another one')
  await page.mouse.move(640, 700)
  await isOpen([], 200, 'left')
  await entry('Products').hover()
  await page.mouse.down()
  await isOpen([], 1000, 'pressed before the rest is over')
  await page.mouse.up()
  await page.locator('[data-page="product-list"]').waitFor()

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

test.long(
  'without script rows of the menu of a phone open in place, one at a time',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ ...narrow, javaScriptEnabled: false })
    await page.goto('/en/about/2')
    await keepsFocus(t, page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const sheet = page.locator('.menu-panel')
    const [products, solutions] = [sheet.locator('summary').first(), sheet.locator('summary').nth(1)]
    const isShown = (name: string) => sheet.getByRole('link', { name, exact: true }).isVisible()
    t.ok(await isShown('History'), 'the current section is open')
    t.notOk(await isShown('Meter A'))
    t.equal(await products.getAttribute('aria-label'), 'More in Products')
    await products.press('Enter')
    t.ok(await isShown('Meter A'))
    t.notOk(await isShown('History'))
    await solutions.click()
    t.same([await isShown('Meter A'), await isShown('Farm')], [false, true])
    t.ok((await sheet.evaluate((panel) => panel.scrollHeight)) < 1000, 'its height')
    const shown = (await sheet.innerText()).replaceAll(/\s+/g, ' ')
    t.match(shown, /Search Products .* Contact Contact us \+86 21 0000 0001$/)
  },
)

test.long(
  'after a navigation the row of its section is open in the menu of a phone',
  async (t, { visit }) => {
    const { page, trouble } = await visit('/en/contact', narrow)
    const toggle = page.locator('.menu-toggle').first()
    const openRows = page.locator('.menu-item > details[open]')
    await keepsFocus(t, page)
    await toggle.click()
    t.equal(await openRows.count(), 0)
    t.not(await page.evaluate(() => document.activeElement?.id), 'menu-search-field', 'no keyboard is shown')
    await page.locator(open).getByRole('link', { name: 'Services', exact: true }).click()
    await page.waitForURL('/en/service')
    await page.locator('.menu-panel').waitFor({ state: 'hidden' })
    await toggle.click()
    t.ok(await page.locator(open).getByRole('link', { name: 'Repair' }).isVisible())
    await page.locator(open).getByRole('searchbox').fill('radar')
    await page.keyboard.press('Enter')
    await page.waitForURL('/en?keywords=radar')
    await page.locator('h1:focus', { hasText: '“radar”' }).waitFor()
    await page.locator('.menu-panel').waitFor({ state: 'hidden' })
    t.equal(await openRows.count(), 0)
    t.strictSame(trouble, [])
  },
)

test.long(
  'the logo is that of the theme, and no logo or name overflows the header',
  async (t, { newVisitor }) => {
    const { page, requests } = await newVisitor(narrow)
    await page.goto('/en/contact')
    const { width, height } = (await page.locator('.site-name').boundingBox())!
    t.ok(width < 200 && height < 64, `${width} × ${height}`)
    t.notOk(
      requests.some((url) => url.includes('logo-dark')),
      'a logo that is not shown is not loaded',
    )
    for (const [scheme, choice, shown] of [
      ['light', 'system', 'light'],
      ['dark', 'system', 'dark'],
      ['dark', 'light', 'light'],
      ['light', 'dark', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), choice)
      t.ok(await page.locator(`.${shown}-only`).isVisible(), `${scheme}, ${choice}`)
      t.equal(await page.locator('.site-name img:visible').count(), 1)
    }
    t.ok((await overflow(page)) <= 0)

    await page.goto('/contact')
    t.equal(await page.locator('.site-name').innerText(), '回声', 'narrow screens have the short name')
    await page.locator('.short-name').evaluate((name) => {
      name.textContent = 'International Society for Acoustic Measuring Instruments and Methods'
    })
    t.ok((await overflow(page)) <= 0)
    t.ok((await page.locator('.site-header').boundingBox())!.height < 80)
  },
)

async function keepsFocus(t: Test, page: Page): Promise<void> {
  for (const close of [() => page.mouse.click(4, 700), () => page.keyboard.press('Escape')]) {
    await page.locator('.menu-toggle').first().click()
    await page.locator(`${open} a`).last().focus()
    await page.keyboard.press('Tab')
    t.equal(await page.locator(`:focus:not(${open} *)`).count(), 0, 'the focus stays in the open menu')
    await page.locator(open).waitFor()
    await close()
    t.equal(await page.locator(open).count(), 0)
  }
}

/** Pixels by which the page is wider than the screen; negative beside a scroll bar. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
