// Build check: how a tab detects another build on the server, and what it does then.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)
const hourMs = 3_600_000
const latest = /\/builds\/latest\.json\?\d+$/

test.long('the build id is polled hourly, and when a tab becomes visible after an hour', async (t, world) => {
  const { page, requests } = await visitPaused(world, '/en')
  const asked = () => requests.filter((url) => latest.test(url)).length
  await page.clock.runFor(hourMs - 10_000)
  t.equal(asked(), 0)
  for (const [count, afterMs] of [
    [1, 10_000],
    [2, hourMs],
  ] as const) {
    await Promise.all([page.waitForResponse(latest), page.clock.runFor(afterMs)])
    t.equal(asked(), count)
  }
  await show(page, 'hidden')
  await page.clock.runFor(1000)
  await show(page, 'visible')
  t.equal(asked(), 2)
  await show(page, 'hidden')
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + hourMs + 1000)
  await Promise.all([page.waitForResponse(latest), show(page, 'visible')])
  t.equal(asked(), 3)
  const sameDocument = await markDocument(page)
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('[data-page="news-list"]').waitFor()
  t.ok(await sameDocument(), 'the same build changes nothing')
})

test('after a new build the page stays, and the next navigation loads its document', async (t, world) => {
  const { page, trouble } = await visitPaused(world, '/en/contact')
  const message = page.locator('[name="message"]')
  await message.fill('half typed')
  await anotherBuild(page)
  // Its documents and its code.
  await page.route('**/en/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(world.site.build.id, 'another')
    await route.fulfill({ response, body })
  })
  const sameDocument = await markDocument(page)
  await Promise.all([page.waitForResponse(latest), page.clock.runFor(hourMs)])
  t.ok(await sameDocument())
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('html[data-build="another"] [data-page="news-list"]').waitFor()
  t.notOk(await sameDocument())
  await page.clock.resume()
  await page.goBack()
  await page.locator('html[data-build="another"] [data-draft]').waitFor()
  t.equal(await message.inputValue(), 'half typed')
  t.strictSame(trouble, [])
})

test.long('the manifest is read 1 s after the start, and redirects', async (t, { site, newVisitor }) => {
  const { page, requests } = await newVisitor()
  const manifest = `/builds/meta/${site.build.id}.json`
  const rules = { '/en/news': { redirect: '/en/product' }, '/en/product/11': { status: 410 } }
  const matcher = { static: rules, wildcard: {}, dynamic: {} }
  await page.route(`**${manifest}`, (route) => route.fulfill({ json: { matcher } }))
  const read = page.waitForResponse(`**${manifest}`)
  await page.goto('/en')
  await read
  const wait = await page.evaluate((manifest) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const find = (part: string) => entries.find(({ name }) => name.includes(part))
    return (find(manifest)?.startTime ?? 0) - (find('/assets/main-')?.responseEnd ?? 0)
  }, manifest)
  t.ok(wait >= 1000, `${wait} ms after the start`)
  t.equal(requests.filter((url) => url === manifest).length, 1)
  const sameDocument = await markDocument(page)
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.waitForURL('/en/product')
  await page.locator('[data-page="product-list"]').waitFor()
  t.ok(await sameDocument())
  // 410 and redirects to other sites are responses of the server.
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  await page.locator('main a[href="/en/product/11"]').first().click()
  t.match((await asked).url(), /\/en\/product\/11$/)
  await page.locator('[data-page="product-detail"]').waitFor()
  t.notOk(await sameDocument())
})

async function anotherBuild(page: Page): Promise<void> {
  await page.route(latest, (route) => route.fulfill({ json: { id: 'another', timestamp: 0 } }))
}

async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
