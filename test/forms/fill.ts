// Contact form in a browser: fill in, submit, check with axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const noScript = { javaScriptEnabled: false }

export const values = { name: '王 Wang', contact: 'wang@example.org', message: 'Hello\n你好' }

export async function fill(page: Page, changes: Record<string, string> = {}): Promise<void> {
  for (const [name, value] of Object.entries({ ...values, ...changes }))
    await page.locator(`form[data-form] [name="${name}"]`).fill(value)
  const consent = page.locator('[name="consent"]')
  if (!(await consent.isChecked())) await consent.press('Space')
}

/** In place: the form was touched, and its code runs. */
export async function send(page: Page): Promise<void> {
  await ready(page)
  await post(page)
}

/** By the browser, where its code does not run. */
export function post(page: Page): Promise<void> {
  return page.locator('form[data-form] button[type="submit"]').click()
}

export function ready(page: Page): Promise<void> {
  return page.locator('[data-client][data-ready]').waitFor({ state: 'attached' })
}

/** Violated axe rules. The script bypasses the Content Security Policy. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

type Axe = { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }

/** The error message beside each field. */
export function reasons(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.field-error')].map(({ id, textContent }) => [
        id.replace(/^form-|-error$/g, ''),
        textContent,
      ]),
    ),
  )
}
