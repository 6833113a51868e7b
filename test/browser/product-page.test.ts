// The page of a product in a browser: filter of order codes, copying, what stays in view; axe.
import axe from 'axe-core'
import t from 'tap'
import { hydrated } from '../helpers/browser.ts'
import { bothThemes } from './axe.ts'
import { createSampleTest } from './sample.ts'

const test = await createSampleTest(t)

test('order codes are filtered by the words of a field, and a code is copied', async (t, { visit }) => {
  const { page, context, trouble } = await visit('/en/product/101')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const field = page.getByLabel('Filter order codes')
  const codes = () => page.locator('.variant-table tbody tr:visible code').allInnerTexts()
  const status = page.locator('.row-filter [role="status"]')
  await field.fill('dn300 epdm')
  await status.getByText('1 of 30').waitFor()
  t.strictSame(await codes(), ['TLM-0300-E'])
  await page.getByRole('button', { name: 'Copy order code TLM-0300-E' }).click()
  await page.getByText('Copied: TLM-0300-E').waitFor()
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), 'TLM-0300-E')
  await field.fill('steam')
  await status.getByText('0 of 30').waitFor()
  await field.fill('')
  t.equal((await codes()).length, 30)
  t.equal(await status.innerText(), '')
  t.strictSame(trouble, [])
})

test.long('the address of the page is copied without parameters of a campaign', async (t, { visit }) => {
  const { page, context } = await visit('/en/product/101?utm_source=mail')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  t.match(await page.evaluate(() => navigator.clipboard.readText()), /^https?:\/\/[^/]+\/en\/product\/101$/)
})

test.long('where the browser refuses to copy, the text is shown', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/en/product/104')
  await hydrated(page)
  await page.getByRole('button', { name: 'Copy order code TLR-S' }).click()
  await page.getByText('The browser did not allow copying: TLR-S').waitFor()
  t.pass('the text can be selected in the message')
})

test('local navigation and enquiry stay in view, and not over the footer', async (t, { newVisitor }) => {
  for (const width of [360, 1280]) {
    const { page } = await newVisitor({ viewport: { width, height: 800 } })
    await page.goto('/en/product/101')
    await hydrated(page)
    const nav = page.locator('.local-nav')
    const bar = page.locator('.enquiry-bar')
    const boxOf = async (of: typeof nav) => (await of.boundingBox())!
    t.notOk(await bar.isVisible(), 'the first view has the same link')
    await nav.getByRole('link', { name: 'Order codes' }).click()
    await bar.waitFor()
    const [top, bottom, title] = [
      await boxOf(nav),
      await boxOf(bar),
      await boxOf(page.locator('#part-variants')),
    ]
    t.ok(title.y >= top.y + top.height, 'the heading is below the navigation')
    t.ok(top.height < 60, 'one line')
    t.equal(bottom.y + bottom.height, 800)
    await page.locator('.site-footer a').last().scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const [ended, footer] = [await boxOf(bar), await boxOf(page.locator('.site-footer'))]
    t.ok(ended.y + ended.height <= footer.y)
    t.notOk(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    await page.emulateMedia({ media: 'print' })
    for (const hidden of [nav, bar, page.locator('.copy').first()]) t.notOk(await hidden.isVisible())
  }
})

test('without JavaScript all order codes are there, without buttons and fields that do nothing', async (t, {
  newVisitor,
}) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en/product/101')
  t.equal(await page.locator('.variant-table tbody tr:visible').count(), 30)
  t.notOk(await page.getByLabel('Filter order codes').isVisible())
  t.equal(await page.locator('main .copy:visible').count(), 0)
})

test.long('axe reports no violation on a product with filtered order codes', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ bypassCSP: true })
  for (const path of ['/en/product/101', '/product/101']) {
    await page.goto(path)
    await hydrated(page)
    await page.evaluate(axe.source)
    await page.locator('#variants-filter').fill('300')
    for (const width of [360, 1280])
      await bothThemes(t, page, { name: path, width, within: 'main', without: [] })
  }
})
