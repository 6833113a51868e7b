// Gallery: arrows, arrow keys and thumbnails; without script thumbnails are links.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, running } from '../helpers/browser.ts'
import type { TestOrigin } from '../helpers/origin.ts'
import { hasNoViolation } from './axe.ts'
import { addItem } from './rules.ts'

const { shared: test } = await createBrowserTest(t)

/** The address of a product with three pictures. */
function addProduct(origin: TestOrigin): string {
  const gallery = ['front', 'back', 'above'].map((alt) => ({
    url: `/media/images/pump-1200x675.svg?${alt}`,
    alt,
  }))
  return `/en/product/${addItem(origin, 11, { gallery })}`
}

test('arrows, arrow keys and thumbnails show a picture; Enter opens a picture large', async (t, world) => {
  const path = addProduct(world.site.origin)
  const { page, trouble } = await world.visit(path)
  await running(page)
  const hasFocus = async (name = '') =>
    t.equal(await page.evaluate(() => document.activeElement?.id), 'part-picture-1', name)
  await page.getByRole('button', { name: 'Next picture' }).click()
  await shows(page, 1)
  await page.locator('.gallery-bar a').first().click()
  await shows(page, 0)
  await page.getByRole('button', { name: 'Previous picture' }).click()
  await shows(page, 2)
  await page.locator('.gallery > a').last().focus()
  await page.keyboard.press('ArrowRight')
  await shows(page, 0)
  await page.keyboard.press('ArrowRight')
  await shows(page, 1)
  await hasFocus('the shown one has the focus')
  for (const key of ['Alt+ArrowLeft', 'Control+ArrowLeft', 'Meta+ArrowLeft']) {
    await page.keyboard.press(key)
    await hasFocus(key)
  }

  await page.locator('.gallery > a').first().focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Gallery' })
  await lightbox.getByText('front').waitFor()
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
  await hasFocus()
  t.match(page.url(), path, 'none of it is a navigation')
  t.strictSame(trouble, [])
})

test.long('without script thumbnails and pictures are links', async (t, { site, newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto(addProduct(site.origin))
  t.notOk(await page.locator('.gallery-bar button').first().isVisible())
  await page.locator('.gallery-bar a').nth(2).click()
  await page.locator('#part-picture-2:target').click()
  await page.waitForURL(/\/media\/images\/pump-.*\.svg\?above$/)
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
