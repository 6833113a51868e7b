// Web analytics: off by default; the configured script is loaded when the browser is idle, and hears of in-app navigations.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createBrowserTest, hydrated, idle, running, type Visit } from '../helpers/browser.ts'
import { until } from '../helpers/until.ts'

const { shared: test } = await createBrowserTest(t)

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

/** Delay of the visitor id after the start of the program. */
const quietMs = 5000

for (const [name, options] of [
  ['Do Not Track', { property: 'doNotTrack', value: '1' }],
  ['Global Privacy Control', { property: 'globalPrivacyControl', value: true }],
  ['drafts', undefined],
] as const)
  test(
    `with ${name} no script is loaded, no page view is dispatched, and there is no visitor id`,
    async (t, { newVisitor }) => {
      const httpCredentials = { username: 'a', password: 'password' }
      const visit = await newVisitor({ fingerprint: true, httpCredentials })
      const { page } = visit
      await recordViews(visit)
      if (options)
        await page.addInitScript(
          ({ property, value }) => Object.defineProperty(navigator, property, { get: () => value }),
          options,
        )
      await page.clock.install()
      await page.goto('/en/news')
      await hydrated(page)
      await running(page)
      await page.clock.fastForward(quietMs)
      await idle(page)
      await followToHolidays(visit)
      t.strictSame(requests, [])
      t.strictSame(await viewsOf(visit), [])
      if (!options) return
      t.equal(await page.evaluate(() => sessionStorage.getItem('fingerprint')), null)
      t.notOk(visit.requests.some((url) => url.includes('/fingerprint-agent')))
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
  t.strictSame(
    visit.requests.filter((url) => url.includes('analytics') || !url.startsWith('/')),
    [],
    'without the setting no script is loaded',
  )
})

/** What each program of the site sends of a page view. */
const programs = {
  'matomo.js': {
    attributes: `data-collector=${base}/matomo.php; data-site-id=3`,
    viewOf: (request: string) => {
      const { idsite, rec, url, action_name, urlref } = Object.fromEntries(
        new URLSearchParams(request.replace('/matomo.php', '')),
      )
      return [idsite, rec, url, action_name, urlref]
    },
    start: ['3', '1'],
  },
  'umami.js': {
    attributes: `data-collector=${base}/api/send; data-website-id=7f1d3e86`,
    viewOf: (request: string) => {
      const { type, payload } = JSON.parse(request.replace('/api/send', ''))
      return [payload.website, type, payload.url, payload.title, payload.referrer]
    },
    start: ['7f1d3e86', 'event'],
  },
}

for (const [file, { attributes, viewOf, start }] of Object.entries(programs))
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
        [...start, list, title, ''],
        [...start, page.url(), await page.title(), list],
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
