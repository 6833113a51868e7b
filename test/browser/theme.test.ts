// Theme: prefers-color-scheme or the stored choice, applied before the first paint, also on cached pages.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const dark = 'rgb(12, 17, 27)'
const light = 'rgb(255, 255, 255)'

test('a chosen theme applies at once, persists without a flash, and can be reset', async (t, world) => {
  const { page, trouble } = await world.visit('/en', { colorScheme: 'light' })
  t.equal(await ground(page), light)
  await choose(page, 'Dark')
  t.equal(await ground(page), dark)
  const pressed = page.locator('[data-theme-choice="dark"][aria-pressed="true"]')
  await pressed.waitFor({ state: 'attached' })
  const path = addArticle(world.site.origin, '<p>Words</p>')
  const { release } = world.site.origin.hold('/api/home/article/recommends/')
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByText('Words').waitFor()
  t.equal(await ground(page), dark, 'while the document is sent')
  release()
  await hydrated(page)
  t.equal(await ground(page), dark)
  await pressed.waitFor({ state: 'attached' })
  await choose(page, 'System')
  t.equal(await ground(page), light)
  await page.emulateMedia({ colorScheme: 'dark' })
  t.equal(await ground(page), dark)
  t.strictSame(trouble, [])
})

test.long('without script the theme switch is hidden', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false, colorScheme: 'dark' })
  await page.goto('/en')
  t.notOk(await page.locator('[popovertarget="site-theme"]').isVisible())
  t.equal(await ground(page), dark)
})

function ground(page: Page): Promise<string> {
  return page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
}

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'Appearance' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}
