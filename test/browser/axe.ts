// axe-core: violations of a page in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { runsLong } from '../helpers/long.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Contrast is checked at AAA, which includes AA. The themes differ in colours only. */
const colours = ['color-contrast-enhanced', 'link-in-text-block']
/** Many runs on two busy cores; below the limit of a file in test/tools/runner/group.mjs. */
export const timeoutMs = 590_000

type Look = { name: string; width: number; within: string; without: string[] }

export async function bothThemes(t: Test, page: Page, { name, width, within, without }: Look) {
  await page.setViewportSize({ width, height: 800 })
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const rules = theme === 'light' ? everything : { runOnly: { type: 'rule', values: colours } }
    t.strictSame(await violations(page, within, rules, without), [], `${name}, ${theme}, ${width} px`)
  }
}

/** In a long run: axe-core takes longer than a test. */
export async function hasNoViolation(t: Test, page: Page, within: string): Promise<void> {
  if (!runsLong) return
  await page.evaluate(axe.source)
  t.strictSame(await violations(page, within), [])
}

/** On a page that has the script of axe-core. */
function violations(
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
