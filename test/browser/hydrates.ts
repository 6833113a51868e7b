// Hydration check: the DOM is the same before and after hydration, without errors.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { hydrated, type Visit } from '../helpers/browser.ts'

export type Expected = { path: string; lang: string; heading?: string }

export async function hydrates(t: Test, { page, trouble }: Visit, { path, lang, heading }: Expected) {
  const { before, after } = await textAroundHydration(page, path)
  t.equal(after, before, `${path}: same text`)
  t.strictSame(trouble.splice(0), [], `${path}: no trouble`)
  t.equal(await page.getAttribute('html', 'lang'), lang, `${path}: language`)
  if (heading) t.equal(await page.locator('h1').textContent(), heading, `${path}: heading`)
}

/** The application's script is delayed until the parsed document has been read. */
export async function textAroundHydration(
  page: Page,
  path: string,
): Promise<{ before: string; after: string }> {
  const { promise: read, resolve: release } = Promise.withResolvers<void>()
  const entry = /\/assets\/main(?:-\w+)?\.js$/
  await page.route(entry, async (route) => {
    await read
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading' && !document.querySelector('template'))
  const before = await page.evaluate(textOfBody)
  release()
  await hydrated(page)
  await page.waitForLoadState()
  const after = await page.evaluate(textOfBody)
  await page.unroute(entry)
  return { before, after }
}

function textOfBody(): string {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const element of body.querySelectorAll('script, noscript, template, style')) element.remove()
  return body.textContent
}
