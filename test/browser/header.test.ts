// Header: even gaps, panels that show what a section has, focus, the mark on narrow screens.
import t from 'tap'
import { visitPaused } from './clock.ts'
import { createSampleTest } from './sample.ts'

const test = await createSampleTest(t)
const wide = { viewport: { width: 1280, height: 800 } }
const open = ':popover-open'

test.long('the gaps between the entries of the menu are equal', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ ...wide, javaScriptEnabled: false })
  for (const path of ['/', '/en']) {
    await page.goto(path)
    const gaps = await page
      .locator('.menu-item')
      .evaluateAll((items) =>
        items
          .slice(1)
          .map((item, index) =>
            Math.round(item.getBoundingClientRect().left - items[index]!.getBoundingClientRect().right),
          ),
      )
    t.equal(new Set(gaps).size, 1, `${path}: ${gaps}`)
  }
})

test('the panel of a section shows text and families, each with its drawing, also without JavaScript', async (t, {
  newVisitor,
}) => {
  const { page } = await newVisitor({ ...wide, javaScriptEnabled: false })
  await page.goto('/en')
  await page.getByRole('button', { name: 'More in Products' }).click()
  const panel = page.locator(open)
  t.match(await panel.innerText(), /Flow, level and water-quality[\s\S]*Water quality\s+Turbidity/)
  for (const family of ['Flow', 'Level', 'Water quality', 'Data'])
    t.ok(await panel.getByRole('link', { name: family, exact: true }).locator('img').isVisible(), family)
  await page.keyboard.press('Escape')
  t.equal(await page.locator(open).count(), 0, 'Escape closes it')
  await page.getByRole('button', { name: 'More in Products' }).click()
  await page.mouse.click(600, 700)
  t.equal(await page.locator(open).count(), 0, 'a click outside closes it')
})

test('a mouse that rests on an entry of the bar opens its panel, which closes behind it', async (t, {
  visit,
}) => {
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

test('a mouse button that is pressed before the rest is over opens no panel', async (t, world) => {
  const { page } = await visitPaused(world, '/en', wide)
  const entry = (name: string) => page.locator('.menu-item > a', { hasText: name })
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

test('a panel closes when the focus leaves it, and the search opens with the focus in its field', async (t, {
  visit,
}) => {
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

test.long('the mark is shown at 360 pixels, and no name is on two lines', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ viewport: { width: 360, height: 700 }, javaScriptEnabled: false })
  for (const folder of ['/', '/en']) {
    await page.goto(folder)
    t.ok(await page.locator('.logo-mark').isVisible())
    t.ok(((await page.locator('.site-name').boundingBox())?.height ?? 99) <= 44)
  }
  await page.setViewportSize({ width: 1152, height: 700 })
  t.ok(((await page.locator('.site-name .long-name').boundingBox())?.height ?? 99) < 30)
})

test.long('the sitemap is linked in the footer and lists sections and items', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en')
  t.equal(
    await page.locator('.site-footer a[href="/en/detail_privacy"]').count(),
    1,
    'and so is the privacy notice',
  )
  await page.locator('.site-footer').getByRole('link', { name: 'Sitemap' }).click()
  t.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Sitemap')
  for (const to of ['/en/product/101', '/en/news', '/en/solution/301', '/en/about/2'])
    t.ok((await page.locator(`main a[href="${to}"]`).count()) > 0, to)
})

test.long('the entries of the menu are at the same place on every page', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ ...wide, javaScriptEnabled: false })
  const current = page.locator('.menu-item > a[aria-current]')
  for (const [path, title, manuals] of [
    ['', '产品', '资料下载'],
    ['/en', 'Products', 'Downloads'],
  ] as const) {
    const places: string[] = []
    for (const url of ['/contact', '/product', '/manual', '/manual/51', '/download37']) {
      await page.goto(path + url)
      const lefts = await page
        .locator('.menu-item')
        .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
      places.push(String(lefts))
      if (url === '/product') t.equal(await current.innerText(), title)
      else if (url !== '/contact') t.equal(await current.innerText(), manuals, url)
    }
    t.equal(new Set(places).size, 1, places.join(' '))
  }
})

test.long('a long name in the header stays beside its icons', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const width of [320, 390, 430, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/en')
    const name = page.locator('.site-name')
    await name.evaluate((link) => {
      link.querySelector('.short-name')?.remove()
      link.querySelector('span')!.className = ''
      link.querySelector('span')!.textContent = 'Instrument makers Ltd.'
    })
    const [box, icons] = [await name.boundingBox(), await page.locator('.tools').boundingBox()]
    const isInside = await name.evaluate((link) => link.scrollWidth <= link.clientWidth)
    t.ok(isInside && box!.x + box!.width <= icons!.x, `${width} px`)
  }
})

test('on a phone the focus stays in the open menu, without JavaScript too; a click beside it closes it', async (t, {
  newVisitor,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await newVisitor({ viewport: { width: 390, height: 800 }, javaScriptEnabled })
    await page.goto('/en')
    await page.locator('.menu-toggle').first().click()
    await page.locator(`${open} a`).last().focus()
    await page.keyboard.press('Tab')
    t.equal(await page.locator(`:focus:not(${open} *)`).count(), 0)
    await page.locator(`${open}`).waitFor()
    await page.mouse.click(4, 700)
    t.equal(await page.locator(open).count(), 0)
    await page.locator('.menu-toggle').first().click()
    await page.keyboard.press('Escape')
    t.equal(await page.locator(open).count(), 0)
  }
})

test('in the menu of a phone rows open in place, one at a time, below the search and above contact and telephone', async (t, {
  newVisitor,
}) => {
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
  await sheet.getByRole('searchbox').fill('chlorine')
  await sheet.getByRole('searchbox').press('Enter')
  await page.waitForURL('/en?keywords=chlorine')
})

test('after a navigation in the page the row of its section is open, and a search closes the menu', async (t, {
  visit,
}) => {
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
  t.equal(await openRows.count(), 0)
  await toggle.click()
  await page.locator('#menu-search-field').fill('chlorine')
  await page.keyboard.press('Enter')
  await page.waitForURL('/en?keywords=chlorine')
  await page.locator('.menu-panel').waitFor({ state: 'hidden' })
  t.strictSame(trouble, [])
})
