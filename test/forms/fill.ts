// Contact form in a browser: fill in, submit, read its error messages.
import type { Page } from 'playwright-core'

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
