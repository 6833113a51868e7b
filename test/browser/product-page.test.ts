// Page of a product: order codes, enquiry, local navigation.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })

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

  await page.getByRole('link', { name: 'Ask about this product' }).first().click()
  await page.locator('[data-page="contact"]').waitFor()
  await page.waitForFunction(() => document.activeElement?.id === 'contact-form')
  t.match(await page.locator('#form-topic').inputValue(), 'TL-Mag')
  t.strictSame(trouble, [])
})

test.long('the address of the page is copied without parameters of a campaign', async (t, { visit }) => {
  const { page, context } = await visit('/en/product/101?utm_source=mail')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  t.match(await page.evaluate(() => navigator.clipboard.readText()), /^https?:\/\/[^/]+\/en\/product\/101$/)
})

test('local navigation and enquiry stay in view, and not over the footer', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/en/product/101')
  await hydrated(page)
  for (const width of someOf([360, 1280], 2)) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const nav = page.locator('.local-nav')
    const bar = page.locator('.enquiry-bar')
    const boxOf = async (of: typeof nav) => (await of.boundingBox())!
    await bar.waitFor({ state: 'hidden' })
    await nav.getByRole('link', { name: 'Order codes' }).click()
    await bar.waitFor()
    const [top, bottom, title] = [
      await boxOf(nav),
      await boxOf(bar),
      await boxOf(page.locator('#part-variants')),
    ]
    t.ok(title.y >= top.y + top.height, 'the heading is below the navigation')
    t.equal(bottom.y + bottom.height, 800)
    await page.locator('.site-footer a').last().scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const [ended, footer] = [await boxOf(bar), await boxOf(page.locator('.site-footer'))]
    t.ok(ended.y + ended.height <= footer.y)
  }
})

test.long('without JavaScript all order codes are there', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en/product/101')
  t.equal(await page.locator('.variant-table tbody tr:visible').count(), 30)
  t.notOk(await page.getByLabel('Filter order codes').isVisible())
  t.equal(await page.locator('main .copy:visible').count(), 0)
})
