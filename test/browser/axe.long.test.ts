// Automated accessibility checks (axe-core): every page kind, both themes, three widths, menus closed and open.
import axe from 'axe-core'
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { bothThemes, timeoutMs } from './axe.ts'
import { pageKindsIn } from './page-kinds.ts'

t.setTimeout(timeoutMs)
const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
const widths = [360, 768, 1280]
const barFrom = 1152
/** Pages whose components other pages cover. */
const sameAgain = /\/(?:service|solution|news\?page=2|about\/quality|news\/1021\/2001)$/
const home = '/en'
/** Chinese pages have the same components. */
const others = [...pageKindsIn('en').filter((path) => !sameAgain.test(path)), '/', '/contact', '/product/101']

test('axe-core reports no violation on any page', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ reducedMotion: 'reduce' })
  await page.addInitScript(axe.source)
  for (const path of [home, ...others]) {
    await page.goto(path)
    await hydrated(page)
    for (const width of widths) {
      // Header and footer are the same everywhere: the home page shows them.
      const without = path === home ? [] : ['.site-header', '.site-footer']
      await bothThemes(t, page, { name: path, width, within: 'html', without })
    }
  }
})

test('axe-core reports no violation with open menus', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ reducedMotion: 'reduce' })
  await page.addInitScript(axe.source)
  await page.goto(`${home}?missing=1`)
  await hydrated(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const menu = width < barFrom ? '.icon-menu' : 'button.menu-more'
    for (const opener of [menu, '[popovertarget="site-search"]', '[popovertarget="site-theme"]']) {
      await page.locator(opener).first().click()
      await page.locator(':popover-open').waitFor()
      if (opener === '.icon-menu') await page.locator('summary.menu-more').first().click()
      await bothThemes(t, page, { name: opener, width, within: '.site-header', without: [] })
      await page.keyboard.press('Escape')
    }
  }
})
