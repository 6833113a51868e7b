// Below the fold: pictures and text load after the first view; without script at once.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, holdRequests, type Visit } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { until } from '../helpers/until.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })
const hangLimitMs = 3000

for (const [path, first, below] of [
  ['/en', 1, '.home-section .picture'],
  ['/en/product/101', 1, '.gallery > a + a'],
  ['/en/product', 3, '.block + .block .picture'],
] as const) {
  test(`the pictures of the first view are loaded before the others: ${path}`, async (t, { newVisitor }) => {
    const visitor = await newVisitor()
    const { page } = visitor
    const { release } = await holdFirstPicture(page)
    await page.addInitScript(withoutTimer, hangLimitMs)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await until(() => picturesAsked(visitor).length >= first)
    t.notOk(await page.locator(`${below} img`).first().isVisible())
    t.equal(picturesAsked(visitor).length, first)
    const room = await heightOf(page, below)
    t.ok(room > 100)
    release()
    await until(() => picturesAsked(visitor).length > first)
    await page.locator(`${below} img`).first().waitFor({ state: 'visible' })
    t.equal(await heightOf(page, below), room, 'nothing moves')
  })
}

test('a first picture that hangs does not block the others; without script all load', async (t, world) => {
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await world.newVisitor({ javaScriptEnabled })
    const { page } = visitor
    const { release } = await holdFirstPicture(page)
    if (javaScriptEnabled) await page.clock.install()
    await page.goto('/en', { waitUntil: 'domcontentloaded' })
    if (javaScriptEnabled) {
      t.equal(picturesAsked(visitor).length, 1)
      await page.clock.runFor(hangLimitMs)
    }
    await until(() => picturesAsked(visitor).length > 1)
    t.ok(await page.locator('.home-section .picture img').first().isVisible())
    release()
  }
})

test('text below the fold is laid out after the first view', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  const { release } = await holdFirstPicture(page)
  const visibility = () =>
    page.evaluate(() =>
      ['.home-section', '.site-footer'].map(
        (selector) => getComputedStyle(document.querySelector(selector)!).contentVisibility,
      ),
    )
  await page.goto('/en', { waitUntil: 'domcontentloaded' })
  t.strictSame(await visibility(), ['auto', 'auto'])
  await page.reload({ waitUntil: 'domcontentloaded' })
  t.strictSame(await visibility(), ['visible', 'visible'], 'again, perhaps where it was left')
  await page.goto('/en/news')
  await page.goto('/en#footer', { waitUntil: 'domcontentloaded' })
  t.strictSame(await visibility(), ['visible', 'visible'], 'at an anchor')
  await page.goto('/en/news')
  await page.goto('/en', { waitUntil: 'domcontentloaded' })
  t.strictSame(await visibility(), ['auto', 'auto'])
  release()
  await page.waitForFunction(() => document.documentElement.dataset['loading'] === undefined)
  t.strictSame(await visibility(), ['visible', 'visible'], 'when the first view is there')
})

/** Timers of this duration do not run: a slow machine takes longer. */
function withoutTimer(durationMs: number) {
  const { setTimeout } = window
  const start = (run: () => void, ms: number) => (ms === durationMs ? 0 : setTimeout(run, ms))
  Object.assign(window, { setTimeout: start })
}

const holdFirstPicture = (page: Page) =>
  holdRequests(page, /\/media\/images\/(?:banner-1-|product-tl-mag-1200)/)

function picturesAsked({ requests }: Visit): string[] {
  return requests.filter((url) => url.startsWith('/media/images/'))
}

async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.height ?? 0
}
