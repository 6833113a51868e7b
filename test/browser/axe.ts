// axe-core: violations of a page in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Locale } from '../../shared/locale.ts'
import { hydrated } from '../helpers/browser.ts'
import { pageKindsIn } from './page-kinds.ts'
import { createSampleTest } from './sample.ts'

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
  const test = await createSampleTest(t)
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

/** The whole of each page in both themes, at one width. */
export async function checkPages(t: Test, page: Page, paths: string[]) {
  await page.addInitScript(axe.source)
  for (const path of paths) {
    await page.goto(path)
    await page.locator('html[data-hydrated], [data-error-page]').first().waitFor({ state: 'attached' })
    await bothThemes(t, page, { name: path, width: wide, within: 'html', without: [] })
  }
}

type Look = { name: string; width: number; within: string; without: string[] }

export async function bothThemes(t: Test, page: Page, { name, width, within, without }: Look) {
  await page.setViewportSize({ width, height: 800 })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const rules = theme === 'light' ? everything : { runOnly: { type: 'rule', values: colours } }
    const { violations } = await page.evaluate(runAxe, { include: within, exclude: without, rules })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
    t.strictSame(found, [], `${name}, ${theme}, ${width} px`)
  }
}

const everything = {
  runOnly: tags,
  rules: { 'color-contrast': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
}

type Run = { include: string; exclude: string[]; rules: object }

async function runAxe({ include, exclude, rules }: Run): Promise<axe.AxeResults> {
  // Colours change over a frame or two.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const { run } = (window as unknown as { axe: { run: (...input: unknown[]) => Promise<axe.AxeResults> } })
    .axe
  return run({ include, exclude }, { ...rules, resultTypes: ['violations'] })
}
