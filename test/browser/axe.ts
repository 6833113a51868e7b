// axe-core: violations of a page in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Locale } from '../../shared/locale.ts'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { pageKindsIn } from './page-kinds.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Contrast is checked at AAA, which includes AA. The themes differ in colours only. */
const colours = ['color-contrast-enhanced', 'link-in-text-block']
const wide = 1280
const widths = [360, 768, wide]
const barFrom = 1152
/** Many runs on two busy cores; below the limit of a file in test/runner/group.mjs. */
export const timeoutMs = 590_000
/** Pages whose components other pages cover. */
const sameAgain = /\/(?:service|solution|news\?page=2|about\/quality|news\/1021\/2001)$/

/** Every page kind, both themes, three widths, menus closed and open. */
export async function testWithAxe(t: Test, locale: Locale) {
  t.setTimeout(timeoutMs)
  const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
  const [home = '/', ...others] = pageKindsIn(locale).filter((path) => !sameAgain.test(path))

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
}

type Look = { name: string; width: number; within: string; without: string[] }

export async function bothThemes(t: Test, page: Page, { name, width, within, without }: Look) {
  await page.setViewportSize({ width, height: 800 })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const rules = theme === 'light' ? everything : { runOnly: { type: 'rule', values: colours } }
    t.strictSame(await violations(page, within, rules, without), [], `${name}, ${theme}, ${width} px`)
  }
}

/** On a page that has the script of axe-core. */
export function violations(
  page: Page,
  within: string,
  rules: object = {},
  without: string[] = [],
): Promise<string[]> {
  return page.evaluate(runAxe, { within, without, rules })
}

const everything = {
  runOnly: tags,
  rules: { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
}

type Run = { within: string; without: string[]; rules: object }

async function runAxe({ within, without, rules }: Run): Promise<string[]> {
  // Colours change over a frame or two.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  // The script has defined it.
  const { axe: loaded } = window as unknown as { axe: typeof axe }
  const options = { ...rules, resultTypes: ['violations' as const] }
  const found = await loaded.run({ include: [within], exclude: without }, options)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}
