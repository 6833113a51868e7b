// A page with a fake clock that the test advances.
import type { Page } from 'playwright-core'
import { hydrated, running, type Visit, type World } from '../helpers/browser.ts'

/** A new visitor on a hydrated page with the runtime loaded and the clock paused. */
export async function visitPaused(
  { newVisitor }: World,
  path: string,
  options: Parameters<World['newVisitor']>[0] = {},
): Promise<Visit> {
  const visit = await newVisitor(options)
  await visit.page.clock.install()
  await visit.page.goto(path)
  await hydrated(visit.page)
  await running(visit.page)
  await pause(visit.page)
  return visit
}

export async function pause(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 2000)
}
