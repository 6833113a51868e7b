// Theme: prefers-color-scheme or the stored choice, applied before the first paint, also on cached pages.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { addArticle } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const dark = 'rgb(12, 17, 27)'
const light = 'rgb(255, 255, 255)'

test('a chosen theme applies at once, persists, and can be reset', async (t, { visit }) => {
  const { page, trouble } = await visit('/en', { colorScheme: 'light' })
  t.equal(await ground(page), light)
  await choose(page, 'Dark')
  t.equal(await ground(page), dark)
  t.equal(await page.locator('[data-theme-choice="dark"]').getAttribute('aria-pressed'), 'true')
  await page.goto('/en/news')
  t.equal(await ground(page), dark)
  await hydrated(page)
  t.equal(await page.locator('[data-theme-choice="dark"]').getAttribute('aria-pressed'), 'true')
  await choose(page, 'System')
  t.equal(await ground(page), light)
  await page.emulateMedia({ colorScheme: 'dark' })
  t.equal(await ground(page), dark)
  t.strictSame(trouble, [])
})

test('there is no flash of the other theme while the document is sent', async (t, { site, newVisitor }) => {
  const { release } = site.origin.hold('/api/home/article/recommends/')
  const { page } = await newVisitor({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto(addArticle(site.origin, '<p>Words</p>'), { waitUntil: 'commit' })
  await page.getByText('Words').waitFor()
  t.equal(await ground(page), dark)
  release()
  await hydrated(page)
  t.equal(await ground(page), dark)
})

test('without script the theme switch is hidden', async (t, { newVisitor }) => {
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
