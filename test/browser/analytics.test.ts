// Web analytics: off by default; the configured script is loaded when the browser is idle.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  const script = `fetch('/view?' + document.currentScript.dataset.site, { mode: 'no-cors' })`
  response
    .setHeader('content-type', 'text/javascript')
    .end(script.replace("'/view", `'http://${request.headers.host}/view`))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
t.teardown(() => server.close())
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const config = { analytics: { script: `${base}/s.js`, attributes: { 'data-site': '7' } } }

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test.long(
    `with ${name} nothing is loaded`,
    async (t, { newVisitor }) => {
      const { page } = await newVisitor({ fingerprint: true })
      await page.addInitScript(
        ([property, value]) => Object.defineProperty(navigator, property, { get: () => value }),
        [property, value] as const,
      )
      await page.goto('/en/news')
      await hydrated(page)
      await running(page)
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      t.strictSame(requests, [])
    },
    { config },
  )
}

test(
  'the script is loaded with its attributes, once, and may send to its server',
  async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor({ fingerprint: true })
    await page.goto('/en/news')
    while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    t.strictSame(requests, ['/s.js', '/view?7'])
    t.strictSame(trouble, [], 'the policy allows what the system needs')
  },
  { config },
)

test('without the setting nothing is loaded', async (t, { newVisitor, base }) => {
  const { page, requests } = await newVisitor({ fingerprint: true })
  await page.goto('/en/news')
  await running(page)
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  t.notOk(
    requests.some((url) => url.includes('analytics') || !url.startsWith('/')),
    base,
  )
})
