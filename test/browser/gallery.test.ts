// Gallery: arrows, arrow keys and thumbnails; without script thumbnails are links.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { hasNoViolation } from './axe.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })

test('arrows, arrow keys and thumbnails show a picture and mark its thumbnail', async (t, { newVisitor }) => {
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
  await page.locator('.gallery > a').last().focus()
  await page.keyboard.press('ArrowRight')
  await shows(page, 0)
  await page.keyboard.press('ArrowRight')
  await shows(page, 1)
  t.equal(
    await page.evaluate(() => document.activeElement?.id),
    'part-picture-1',
    'the shown one has the focus',
  )
  for (const key of ['Alt+ArrowLeft', 'Control+ArrowLeft', 'Meta+ArrowLeft']) {
    await page.keyboard.press(key)
    t.equal(await page.evaluate(() => document.activeElement?.id), 'part-picture-1', key)
  }
  t.match(page.url(), /\/en\/product\/101$/, 'a thumbnail is not a navigation')
})

test('Enter opens a picture large, Escape returns to the one shown last', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/product/101')
  await running(page)
  await page.locator('.gallery > a').first().focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Gallery' })
  await lightbox.getByText('TL-Mag, compact version with flanges').waitFor()
  t.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Close')
  const { height } = (await lightbox.locator('figure').first().boundingBox())!
  t.ok(height > 600, 'it fills the window')
  t.equal(await lightbox.locator('img').first().getAttribute('sizes'), '100vw')
  t.equal(await lightbox.locator('[id]').count(), 0)

  await hasNoViolation(t, page, '.lightbox')

  await page.keyboard.press('ArrowRight')
  await shows(page, 1, '.lightbox')
  await lightbox.getByRole('button', { name: 'Next picture' }).click()
  await shows(page, 2, '.lightbox')
  await lightbox.locator('.gallery-bar a').nth(1).click()
  await shows(page, 1, '.lightbox')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await lightbox.waitFor({ state: 'detached' })
  await shows(page, 1)
  t.equal(await page.evaluate(() => document.activeElement?.id), 'part-picture-1')
  t.match(page.url(), /\/en\/product\/101$/)
  t.strictSame(trouble, [])
})

test('without script thumbnails and pictures are links', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/en/product/101')
  t.notOk(await page.locator('.gallery-bar button').first().isVisible())
  await page.locator('.gallery-bar a').nth(2).click()
  await page.locator('#part-picture-2:target').click()
  await page.waitForURL(/\/media\/images\/product-tl-mag-c-.*\.svg$/)
})

async function shows(page: Page, index: number, within = 'main'): Promise<void> {
  await page.waitForFunction(
    ([wanted, within]) => {
      const gallery = document.querySelector(`${within} .gallery`)!
      const shown = gallery.children[wanted]!.getBoundingClientRect()
      const current = document.querySelectorAll(`${within} .gallery-bar a`)[wanted]
      const isThere = Math.abs(shown.left - gallery.getBoundingClientRect().left) < 2
      return isThere && current?.getAttribute('aria-current') === 'true'
    },
    [index, within] as const,
  )
}
