// Visitor id (fingerprint): computed when idle, stored for the session, sent with the form, unless opted out.
import type { Page } from 'playwright-core'
import t from 'tap'
import { fill, send } from '../forms/fill.ts'
import { createBrowserTest, hydrated, type Visit, type World } from '../helpers/browser.ts'
import type { Site } from '../helpers/site.ts'

/** Delay after the start of the program. */
const quietMs = 5000

const test = await createBrowserTest(t)

test('the visitor id is stored for the session and sent with the form', async (t, world) => {
  const { site } = world
  const { page, context, trouble } = await visitForAWhile(world)
  const id = await visitorId(page)
  t.match(id, /^\w{20,}$/)
  t.strictSame(trouble, [])
  t.strictSame(await context.cookies(), [], 'no page request carries it')
  t.strictSame(idsSent(site), [''], 'the server sends none of its own')

  const sent = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().includes('/api/home/')) sent.add(request.headers()['finger-print'])
  })
  await page.goto('/en/contact')
  await hydrated(page)
  await fill(page)
  await send(page)
  await page.locator('.notice-good').waitFor()
  t.strictSame([...sent], [id])
  t.strictSame(idsSent(site), ['', id], 'with the form alone')
})

test.long('a page of the same session uses the stored visitor id', async (t, world) => {
  const { page, requests } = await visitForAWhile(world)
  const id = await visitorId(page)
  const before = requests.length
  await page.goto('/en/product')
  await hydrated(page)
  await page.locator('main').getByRole('link', { name: 'Meter A' }).click()
  await page.locator('[data-page="product-detail"]').waitFor()
  t.equal(await visitorId(page), id)
  t.notOk(requests.slice(before).some((url) => url.includes('/fingerprint-agent')))
})

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test.long(`with ${name} there is no visitor id`, async (t, { site, newVisitor }) => {
    const { page, requests } = await newVisitor({ fingerprint: true })
    await page.clock.install()
    await page.addInitScript(
      ([property, value]) => Object.defineProperty(navigator, property, { get: () => value }),
      [property, value] as const,
    )
    await page.goto('/en/news')
    await hydrated(page)
    await page.clock.fastForward(quietMs)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    t.equal(await page.evaluate(() => sessionStorage.getItem('fingerprint')), null)
    t.strictSame(idsSent(site), [''])
    t.notOk(requests.some((url) => url.includes('/fingerprint-agent')))
  })
}

test(
  'with FINGERPRINT=off no id is computed, and a stored one is not sent',
  async (t, { site, newVisitor, base }) => {
    const { page, requests } = await newVisitor({ fingerprint: true })
    await page.clock.install()
    await page.addInitScript(() => sessionStorage.setItem('fingerprint', 'of-yesterday'))
    await page.goto('/en/news')
    await hydrated(page)
    await page.clock.fastForward(2 * quietMs)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    t.notOk(requests.some((url) => url.includes('/fingerprint-agent')))
    await fetch(`${base}/api/home/article/list/news?page=2`, { headers: { 'finger-print': 'of-yesterday' } })
    await fetch(`${base}/api/home/form/${encodeURIComponent('other')}`, {
      method: 'POST',
      headers: { 'finger-print': 'of-yesterday', 'content-type': 'application/json' },
      body: '{"name":"A","message":"B","phone":"1"}',
    })
    t.notOk(idsSent(site).includes('of-yesterday'))
  },
  { config: { fingerprint: false } },
)

test.long('a fingerprint library that cannot be loaded is logged to the console only', async (t, world) => {
  const { page, trouble } = await world.newVisitor({ fingerprint: true })
  await page.route(/\/assets\/fingerprint-agent-\w+\.js$/, (route) => route.abort())
  await page.clock.install()
  await page.goto('/en/news')
  await hydrated(page)
  await page.clock.fastForward(quietMs)
  const logged = () => trouble.some((line) => line.includes('无法获取浏览器指纹'))
  if (!logged())
    await page.waitForEvent('console', (message) => message.text().includes('无法获取浏览器指纹'))
  t.equal(await page.evaluate(() => sessionStorage.getItem('fingerprint')), null)
  t.equal(await page.locator('h1').textContent(), 'News')
})

async function visitForAWhile({ newVisitor }: World): Promise<Visit> {
  const visit = await newVisitor({ fingerprint: true })
  await visit.page.clock.install()
  await visit.page.goto('/en/news')
  await hydrated(visit.page)
  await visit.page.clock.fastForward(quietMs - 1000)
  await visit.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  if (visit.requests.some((url) => url.includes('/fingerprint-agent')))
    throw new Error('the first seconds are the visitor’s')
  await visit.page.clock.fastForward(1000)
  return visit
}

async function visitorId(page: Page): Promise<string> {
  const id = await page.waitForFunction(() => sessionStorage.getItem('fingerprint'))
  return String(await id.jsonValue())
}

/** The different values of the header that reached the upstream, oldest first. */
function idsSent({ origin }: Site): string[] {
  return [...new Set(origin.requests.map(({ headers }) => String(headers['finger-print'])))]
}
