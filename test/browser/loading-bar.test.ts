// Loading bar: delay, progress, end.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, holdRequests } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)

test('the loading bar shows after 200 ms, follows its curve, and hides', async (t, world) => {
  const { page } = await visitPaused(world, '/en')
  t.strictSame(await bar(page), { state: 'idle', percent: 0 }, 'not on hydration')
  const { release } = await holdRequests(page, /\/_payload\.json/)
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.clock.runFor(199)
  t.equal((await bar(page)).state, 'idle')
  await page.clock.runFor(1)
  t.equal((await bar(page)).state, 'running')
  let time = 200
  for (const wanted of [500, 2000, 6000]) {
    await page.clock.runFor(wanted - time)
    time = wanted
    const { percent } = await bar(page)
    const curve = (2 / Math.PI) * 100 * Math.atan(((wanted / 2000) * 100) / 50)
    t.ok(Math.abs(percent - curve) < 1, `${wanted} ms: ${percent} is near ${curve}`)
  }
  release()
  await page.locator('[data-page="news-list"]').waitFor()
  t.strictSame(await bar(page), { state: 'done', percent: 100 })
  await page.clock.runFor(499)
  t.equal((await bar(page)).state, 'done')
  await page.clock.runFor(1)
  t.strictSame(await bar(page), { state: 'idle', percent: 100 })
  await page.clock.runFor(400)
  t.strictSame(await bar(page), { state: 'idle', percent: 0 })
  await page.locator('nav[data-menu] a[href="/en/product"]').click()
  await page.locator('[data-page="product-list"]').waitFor()
  t.strictSame(await bar(page), { state: 'idle', percent: 0 }, 'not for a short navigation')

  await holdRequests(page, /\/en\/_payload\.json/)
  await page.locator('.site-name').click()
  await page.clock.runFor(200)
  t.equal((await bar(page)).state, 'running')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  t.strictSame(await bar(page), { state: 'idle', percent: 0 }, 'restored by the back/forward cache')
})

function bar(page: Page): Promise<{ state: string | undefined; percent: number }> {
  return page.locator('[data-loading-bar]').evaluate((element: HTMLElement) => ({
    state: element.dataset['state'],
    percent: Number(element.style.getPropertyValue('--progress')) * 100,
  }))
}
