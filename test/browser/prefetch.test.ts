// Prefetch: which pages, when, with which concurrency; the page is used by the navigation.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, running } from '../helpers/browser.ts'
import { replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
const prefetch = { prefetch: true }
const isPayload = (url: string) => url.includes('/_payload.json')
const targets = ['/en/product/11', '/en/service/21', '/en/solution/31', '/en/about/history', '/en/manual/1']

test('visible links are prefetched when idle, once, and the page is used', async (t, { newVisitor }) => {
  const { page, requests, trouble } = await newVisitor(prefetch)
  await Promise.all([page.waitForResponse(/\/en\/news\/2\/_payload\.json/), page.goto('/en/news')])
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  const asked = requests.filter((url) => url.startsWith('/en/news/2/_payload.json'))
  t.equal(asked.length, 1)
  const paths = requests.filter(isPayload)
  t.equal(paths.length, new Set(paths).size, 'each path once')
  t.strictSame(trouble, [])
})

test('a link outside the viewport is prefetched when hovered, focused or touched', async (t, world) => {
  const links = targets.map((path) => `<p><a href="${path}">${path}</a></p>`).join('')
  replaceBody(world.site.origin, 1, links)
  const { page } = await world.newVisitor({ ...prefetch, hasTouch: true })
  // No link is ever visible.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IntersectionObserver'))
  await page.goto('/en/news/1')
  await running(page)
  const [pointed = '', focused = '', touched = ''] = targets
  const acts: [string, () => Promise<void>][] = [
    [pointed, () => page.getByText(pointed).hover()],
    [focused, () => page.getByText(focused).focus()],
    [touched, () => page.getByText(touched).dispatchEvent('touchstart')],
  ]
  for (const [path, act] of acts) {
    const [request] = await Promise.all([
      page.waitForRequest((r) => r.url().includes(`${path}/_payload.json`)),
      act(),
    ])
    t.ok(request)
  }
})

test('a prefetched page is used for five minutes', async (t, { newVisitor }) => {
  const { page, requests } = await newVisitor(prefetch)
  const start = Date.now()
  await page.clock.setFixedTime(start)
  await Promise.all([
    ...[1, 2].map((id) => page.waitForResponse((one) => one.url().includes(`/en/news/${id}/_payload`))),
    page.goto('/en/news'),
  ])
  for (const [id, title, afterMs, asked] of [
    [1, 'The fair', 299_999, 1],
    [2, 'Holidays', 300_000, 2],
  ] as const) {
    await page.clock.setFixedTime(start + afterMs)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    t.equal(requests.filter((url) => url.startsWith(`/en/news/${id}/_payload`)).length, asked, title)
    await page.goBack()
    await page.locator('[data-page="news-list"]').waitFor()
  }
})

test.long('at most four prefetches run at once', async (t, { site, newVisitor }) => {
  replaceBody(site.origin, 1, targets.map((path) => `<p><a href="${path}">${path}</a></p>`).join(''))
  const { page } = await newVisitor(prefetch)
  const held: (() => void)[] = []
  let most = 0
  let now = 0
  const { promise: four, resolve } = Promise.withResolvers<void>()
  await page.route(/_payload\.json/, async (route) => {
    now += 1
    most = Math.max(most, now)
    if (now === 4) resolve()
    await new Promise<void>((release) => held.push(release))
    now -= 1
    await route.continue().catch(() => {})
  })
  await page.goto('/en/news/1')
  await four
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  t.equal(held.length, 4)
  while (held.length > 0 || now > 0) {
    held.shift()?.()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  }
  t.equal(most, 4)
})

for (const [name, connection] of [
  ['save-data', { saveData: true }],
  ['2g', { effectiveType: '2g' }],
  ['slow-2g', { effectiveType: 'slow-2g' }],
] as const) {
  test(`nothing is prefetched on ${name}`, async (t, { newVisitor }) => {
    const { page, requests } = await newVisitor(prefetch)
    await setConnection(page, connection)
    await page.goto('/en/news')
    await running(page)
    await page.getByRole('link', { name: 'Holidays' }).hover()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    t.strictSame(requests.filter(isPayload), [])
  })
}

test.long('a failed prefetch is loaded by the navigation', async (t, { newVisitor }) => {
  const { page, requests } = await newVisitor(prefetch)
  await page.route(/\/news\/2\/_payload\.json/, (route) => route.abort(), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/news/2/_payload'))
  await page.goto('/en/news')
  await failed
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.equal(requests.filter((url) => url.startsWith('/en/news/2/_payload.json')).length, 2)
})

function setConnection(page: Page, connection: object): Promise<unknown> {
  return page.addInitScript((connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection })
  }, connection)
}
