// Gallery: arrows, arrow keys and thumbnails; without script thumbnails are links.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

const test = await createBrowserTest(t)
const sample = { folder: sampleFolder }

test(
  'arrows, arrow keys and thumbnails show a picture and mark its thumbnail',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ reducedMotion: 'reduce' })
    await page.goto('/en/product/101')
    await hydrated(page)
    // The code of the gallery loads when the browser is idle.
    await page.waitForFunction(() => {
      document.querySelector<HTMLElement>('.gallery-bar .icon-next')?.click()
      return document.querySelector('.gallery')!.scrollLeft > 0
    })
    await page.locator('.gallery-bar a').first().click()
    await shows(page, 0)
    await page.getByRole('button', { name: 'Next picture' }).click()
    await shows(page, 1)
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await page.getByRole('button', { name: 'Previous picture' }).click()
    await shows(page, 2)
    await page.getByRole('region', { name: 'Gallery' }).focus()
    await page.keyboard.press('ArrowRight')
    await shows(page, 0)
    await page.keyboard.press('ArrowRight')
    await shows(page, 1)
    t.match(page.url(), /\/en\/product\/101$/, 'a thumbnail is not a navigation')
    const names = await page
      .locator('.gallery-bar a')
      .evaluateAll((links) => links.map((link) => link.ariaLabel))
    t.equal(new Set(names).size, 3)
  },
  sample,
)

test(
  'without script a thumbnail leads to its picture, and there are no arrows',
  async (t, { newVisitor }) => {
    const { page } = await newVisitor({ javaScriptEnabled: false })
    await page.goto('/en/product/101')
    t.notOk(await page.locator('.gallery-bar button').first().isVisible())
    await page.locator('.gallery-bar a').nth(2).click()
    await page.locator('#part-picture-2:target').waitFor()
  },
  sample,
)

async function shows(page: Page, index: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const gallery = document.querySelector('.gallery')!
    const shown = gallery.children[wanted]!.getBoundingClientRect()
    const current = document.querySelectorAll('.gallery-bar a')[wanted]
    const isThere = Math.abs(shown.left - gallery.getBoundingClientRect().left) < 2
    return isThere && current?.getAttribute('aria-current') === 'true'
  }, index)
}
