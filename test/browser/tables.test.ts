// Tables: where they scroll, and what shows it; the comparison of products on phones.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { replaceBody } from './rules.ts'
import { createSampleTest } from './sample.ts'

const test = await createBrowserTest(t)
const sampleTest = await createSampleTest(t)
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
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await newVisitor({ ...phone, javaScriptEnabled })
      await page.goto('/en/news/1036')
      t.strictSame(await edgeOf(page), { isFaded: true, hint: 'visible' })
      const table = page.locator('.table-scroll').first()
      await table.evaluate((element) => element.scrollBy(60, 0))
      t.strictSame(await edgeOf(page), { isFaded: true, hint: 'hidden' })
      await table.evaluate((element) => element.scrollBy(2000, 0))
      t.strictSame(await edgeOf(page), { isFaded: false, hint: 'hidden' })
      await page.setViewportSize({ width: 1280, height: 800 })
      t.strictSame(await edgeOf(page), { isFaded: false, hint: 'hidden' })
    }
  },
)

sampleTest.long(
  'tables are tab stops only where they scroll; headings never scroll',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ locale: 'en-US' })
    const tables = page.locator('.table-scroll')
    const stops = () => tables.evaluateAll((all) => all.map(({ tabIndex }) => tabIndex))
    await page.goto('/en/news/1036')
    await hydrated(page)
    t.strictSame(await stops(), [-1, -1])
    await page.setViewportSize(phone.viewport)
    await page.locator('.table-scroll[tabindex="0"]').first().waitFor()
    t.strictSame(await stops(), [0, 0])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/en/product/101')
    const scrolling = await page
      .locator('.split > h2')
      .evaluateAll((all) => all.map((heading) => getComputedStyle(heading).overflowY))
    t.ok(scrolling.length > 0)
    t.strictSame(new Set(scrolling), new Set(['visible']))
  },
)

sampleTest('on a phone two products are compared side by side', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ ...phone, javaScriptEnabled: false })
  for (const path of ['/product/compare?id=101&id=102', '/en/product/compare?id=101&id=102']) {
    await page.goto(path)
    const fits = await page
      .locator('.table-scroll')
      .evaluate((table) => table.scrollWidth <= table.clientWidth)
    t.ok(fits, 'both are in view')
    const row = page.locator('.compare-table .differs').first()
    const name = (await row.locator('th').boundingBox())!
    const [one, two] = [
      await row.locator('td').nth(0).boundingBox(),
      await row.locator('td').nth(1).boundingBox(),
    ]
    t.ok(one!.y >= name.y + name.height && one!.y === two!.y && two!.x > one!.x)
  }
})

sampleTest.long('the rows of a comparison that do not differ can be hidden', async (t, { newVisitor }) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await newVisitor({ javaScriptEnabled })
    await page.goto('/en/product/compare?id=104&id=105')
    if (javaScriptEnabled) await hydrated(page)
    const rows = page.locator('.compare-common tr:visible')
    const [all, different] = [await rows.count(), await page.locator('.compare-common .differs').count()]
    t.ok(all > different + 1)
    await page.getByLabel('Only differences').check()
    t.equal(await rows.count(), different + 1, 'with the title of the group')
    await page.getByLabel('Only differences').uncheck()
    t.equal(await rows.count(), all)
  }
})

sampleTest.long(
  'on paper code and tables are whole, and nothing offers a choice',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ viewport: { width: 700, height: 900 }, javaScriptEnabled: false })
    await page.emulateMedia({ media: 'print' })
    await page.goto('/en/news/1029')
    const cut = await page
      .locator('.rich-text :is(pre, .table-scroll)')
      .evaluateAll((all) => all.filter((element) => element.scrollWidth > element.clientWidth + 1).length)
    t.equal(cut, 0)
    await page.goto('/en/product/compare?id=101&id=102')
    t.equal(
      await page.locator('.compare-add:visible, .compare-only:visible, .compare-remove:visible').count(),
      0,
    )
    // A column that stays would cover the lines between the rows.
    const head = page.locator('.compare-table tbody th').nth(1)
    t.equal(await head.evaluate((cell) => getComputedStyle(cell).position), 'static')
    await page.goto('/en/product/101')
    t.equal(await page.locator('.gallery-bar:visible, .footer-legal a:visible').count(), 0)
    await page.goto('/en/news/1036')
    const cover = await page.locator('.with-cover picture').evaluate((picture) => {
      const { width, height } = picture.getBoundingClientRect()
      return width / height
    })
    t.ok(Math.abs(cover - 16 / 9) < 0.05, 'a drawing is whole')
  },
)

sampleTest.long('drawings of solutions are shown whole', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/en/solution/301')
    const { width: w = 0, height: h = 0 } = (await page.locator('.with-cover .picture').boundingBox()) ?? {}
    t.ok(Math.abs(w / h - 16 / 9) < 0.02, `${width} px: ${w} × ${h}`)
  }
})

test.long('a gallery of a content API is a grid', async (t, { site, newVisitor }) => {
  const figure =
    '<figure><img src="/media/images/pump-1200x675.svg" alt="pump" width="1200" height="675"></figure>'
  const list = `<li>${figure}</li>`
  replaceBody(
    site.origin,
    1,
    `<figure class="wp-block-gallery">${figure.repeat(6)}<figcaption>Pumps</figcaption></figure>
     <figure><ul class="blocks-gallery-grid">${list.repeat(6)}</ul></figure>`,
  )
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/en/news/1')
    const box = (await page.locator('.rich-text').boundingBox())!
    t.ok(box.height < box.width * 2.2, `${width} px: ${box.height} high`)
    const tops = await page
      .locator('.rich-text img')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    t.equal(tops[0], tops[1])
    t.equal(tops[6], tops[7])
  }
})

test('print: a table of many columns fits on A4, and what a visitor can unfold is printed', async (t, {
  site,
  newVisitor,
}) => {
  const columns = Array.from({ length: 14 }, (_, at) => `Parameter ${at}`)
  const cells = (name: string) => columns.map((text) => `<${name}>${text}</${name}>`).join('')
  replaceBody(
    site.origin,
    1,
    `<table><thead><tr>${cells('th')}</tr></thead><tbody><tr>${cells('td')}</tr></tbody></table>
     <details><summary>More</summary><p>Folded words</p></details>`,
  )
  // The width of A4 between the margins of Chromium.
  const { page } = await newVisitor({ javaScriptEnabled: false, viewport: { width: 718, height: 1000 } })
  await page.goto('/en/news/1')
  const folded = page.getByText('Folded words')
  const isShown = () => folded.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  t.notOk(await isShown())
  await page.emulateMedia({ media: 'print' })
  t.ok(await isShown())
  const edge = await page.locator('table').evaluate((table) => table.getBoundingClientRect().right)
  t.ok(edge <= 718, `${edge}`)
})
