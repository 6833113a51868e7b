// Web analytics: off by default; the configured script is loaded when the browser is idle, and hears of in-app navigations.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createBrowserTest, hydrated, running, type Visit } from '../helpers/browser.ts'
import { until } from '../helpers/until.ts'

const test = await createBrowserTest(t)

/** The server of a vendor: its script sends to `/view`, its API takes page views. */
const requests: string[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method !== 'OPTIONS') requests.push(`${request.url}${Buffer.concat(chunks)}`)
  const script = `fetch('${base}/view?' + document.currentScript.dataset.site, { mode: 'no-cors' })`
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
  response.setHeader('content-type', 'text/javascript').end(request.url === '/s.js' ? script : '')
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
t.teardown(() => server.close())
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
t.beforeEach(() => void requests.splice(0))

const ofVendor = { ANALYTICS_SCRIPT: `${base}/s.js`, ANALYTICS_ATTRIBUTES: 'data-site=7; defer=' }

/** Records the page views that the program dispatches. */
const recordViews = ({ page }: Visit) =>
  page.addInitScript(() => {
    const views: unknown[] = []
    Object.assign(window, { views })
    document.addEventListener('site:pageview', (event) =>
      views.push(event instanceof CustomEvent && event.detail),
    )
  })
const viewsOf = ({ page }: Visit) => page.evaluate(() => (window as { views?: unknown }).views)

async function followToHolidays({ page }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
}

for (const [name, options] of [
  ['Do Not Track', { property: 'doNotTrack', value: '1' }],
  ['Global Privacy Control', { property: 'globalPrivacyControl', value: true }],
  ['drafts', undefined],
] as const)
  test(
    `with ${name} nothing is loaded, and no page view is dispatched`,
    async (t, { newVisitor }) => {
      const visit = await newVisitor({
        fingerprint: true,
        httpCredentials: { username: 'a', password: 'password' },
      })
      const { page } = visit
      await recordViews(visit)
      if (options)
        await page.addInitScript(
          ({ property, value }) => Object.defineProperty(navigator, property, { get: () => value }),
          options,
        )
      await page.goto('/en/news')
      await hydrated(page)
      await running(page)
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      await followToHolidays(visit)
      t.strictSame(requests, [])
      t.strictSame(await viewsOf(visit), [])
    },
    { env: { ...ofVendor, ...(!options && { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'password' }) } },
  )

test(
  'the script is loaded once, with its attributes, and may send to its server',
  async (t, { newVisitor }) => {
    const visit = await newVisitor({ fingerprint: true })
    await visit.page.goto('/en/news')
    await until(() => requests.length === 2)
    t.equal(await visit.page.locator('script[data-site="7"][defer]').count(), 1)
    await followToHolidays(visit)
    t.strictSame(requests, ['/s.js', '/view?7'])
    t.strictSame(visit.trouble, [], 'the policy allows what the system needs')
  },
  { env: ofVendor },
)

test('each in-app navigation dispatches its address, title and the address before', async (t, world) => {
  const visit = await world.newVisitor({ fingerprint: true })
  await recordViews(visit)
  const { page } = visit
  await page.goto('/en/news?page_size=50')
  await hydrated(page)
  t.strictSame(await viewsOf(visit), [], 'the document is none')
  await followToHolidays(visit)
  const [list, item, title] = [`${world.base}/en/news?page_size=50`, page.url(), await page.title()]
  t.match(title, 'Holidays')
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  t.strictSame(await viewsOf(visit), [
    { address: item, title, referrer: list },
    { address: list, title: await page.title(), referrer: item },
  ])
})

for (const { file, attributes, site, viewOf } of [
  {
    file: 'matomo.js',
    attributes: `data-collector=${base}/matomo.php; data-site-id=3`,
    site: '3 1',
    viewOf: (request: string) => {
      const fields = Object.fromEntries(new URLSearchParams(request.replace('/matomo.php', '')))
      const { idsite, rec, url, action_name: title, urlref: referrer } = fields
      return { site: `${idsite} ${rec}`, url, title, referrer }
    },
  },
  {
    file: 'umami.js',
    attributes: `data-collector=${base}/api/send; data-website-id=7f1d3e86`,
    site: '7f1d3e86 event',
    viewOf: (request: string) => {
      const { type, payload } = JSON.parse(request.replace('/api/send', ''))
      const { website, url, title, referrer } = payload
      return { site: `${website} ${type}`, url, title, referrer }
    },
  },
])
  test(
    `${file} reports the document and an in-app navigation`,
    async (t, world) => {
      const visit = await world.newVisitor({ fingerprint: true })
      const { page, trouble } = visit
      await page.goto('/en/news')
      await until(() => requests.length === 1)
      const title = await page.title()
      await followToHolidays(visit)
      await until(() => requests.length === 2)
      const list = `${world.base}/en/news`
      t.strictSame(requests.map(viewOf), [
        { site, url: list, title, referrer: '' },
        { site, url: page.url(), title: await page.title(), referrer: list },
      ])
      t.strictSame(trouble, [])
    },
    {
      env: {
        ANALYTICS_SCRIPT: `/analytics/${file}`,
        ANALYTICS_ATTRIBUTES: attributes,
        ANALYTICS_HOST: base,
      },
    },
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
