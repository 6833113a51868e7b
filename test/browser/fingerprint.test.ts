// Visitor id (fingerprint): computed when idle, stored for the session, sent with the form. Those who opt out are
// in analytics.test.ts.
import type { Page } from 'playwright-core'
import t from 'tap'
import { fill, send } from '../forms/fill.ts'
import { createBrowserTest, hydrated, idle } from '../helpers/browser.ts'
import type { Site } from '../helpers/site.ts'

/** Delay after the start of the program. */
const quietMs = 5000

const testAlone = await createBrowserTest(t)
const test = testAlone.shared

test('the visitor id is stored for the session and sent with the form', async (t, { site, newVisitor }) => {
  const { page, context, requests, trouble } = await newVisitor({ fingerprint: true })
  const loads = () => requests.filter((url) => url.includes('/fingerprint-agent')).length
  await page.clock.install()
  await page.goto('/en/news')
  await hydrated(page)
  await page.clock.fastForward(quietMs - 1000)
  await idle(page)
  t.equal(loads(), 0, 'the first seconds are the visitor’s')
  await page.clock.fastForward(1000)
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
  await page.clock.fastForward(quietMs)
  await idle(page)
  t.strictSame([...sent], [id])
  t.strictSame(idsSent(site), ['', id], 'with the form alone')
  t.equal(await visitorId(page), id)
  t.equal(loads(), 1, 'once in a session')
  t.strictSame(
    requests.filter((url) => !url.startsWith('/')),
    [],
    'no other server has a request',
  )
})

testAlone(
  'with FINGERPRINT=off no id is computed, and a stored one is not sent',
  async (t, { site, newVisitor, base }) => {
    const { page, requests } = await newVisitor({ fingerprint: true })
    await page.clock.install()
    await page.addInitScript(() => sessionStorage.setItem('fingerprint', 'of-yesterday'))
    await page.goto('/en/news')
    await hydrated(page)
    await page.clock.fastForward(2 * quietMs)
    await idle(page)
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

async function visitorId(page: Page): Promise<string> {
  const id = await page.waitForFunction(() => sessionStorage.getItem('fingerprint'))
  return String(await id.jsonValue())
}

/** The different values of the header that reached the upstream, oldest first; other tests send none. */
function idsSent({ origin }: Site): string[] {
  return [...new Set(origin.requests.map(({ headers }) => String(headers['finger-print'])))]
}
