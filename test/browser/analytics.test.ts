// Web analytics: off by default; after hydration, page views of the configured system and of client navigations.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { type AnalyticsSystem, analyticsOf, analyticsSystems } from '../../shared/analytics.ts'
import { createBrowserTest, hydrated, running, type Visit, type World } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const umamiSite = '7f1d3e86-1f52-4b6c-9d0e-2a8c5f0b9e11'
const baiduSite = '0123456789abcdef0123456789abcdef'

/** Scripts that do what the documents of each system say of its own: they send each page view to its collector. */
const scripts: Record<AnalyticsSystem, string> = {
  matomo: `
    let url, collector, site, referrer = ''
    const commands = {
      setTrackerUrl: (value) => { collector = value }, setSiteId: (value) => { site = value },
      setCustomUrl: (value) => { url = value }, setReferrerUrl: (value) => { referrer = value },
      trackPageView: () => navigator.sendBeacon(
        collector + '?' + new URLSearchParams({ idsite: site, url, urlref: referrer, action_name: document.title })),
    }
    const run = ([name, ...values]) => commands[name]?.(...values)
    const queued = _paq
    _paq = { push: run }
    queued.forEach(run)`,
  plausible: `
    const { domain, api } = document.currentScript.dataset
    plausible = (name, { u }) =>
      fetch(api, { method: 'POST', mode: 'no-cors', body: JSON.stringify({ n: name, d: domain, u }) })`,
  umami: `
    const { websiteId, hostUrl, autoTrack } = document.currentScript.dataset
    const send = (payload) =>
      fetch(hostUrl + '/api/send', { method: 'POST', mode: 'no-cors', body: JSON.stringify(payload) })
    if (autoTrack !== 'false') send({ url: 'by itself' })
    umami = { track: (view) => send(view({ website: websiteId })) }`,
  baidu: `
    const image = (path) => { new Image().src = 'https://hm.baidu.com/hm.gif?u=' + encodeURIComponent(path) }
    const run = ([name, path]) => name === '_trackPageview' && image(path)
    if (!_hmt.some(([name]) => name === '_setAutoPageview')) image('by itself')
    const queued = _hmt
    _hmt = { push: run }
    queued.forEach(run)`,
}

/** An analytics server on the loopback interface; `views` are the queries or bodies that it received. */
async function createAnalyticsServer(t: Test, system: AnalyticsSystem) {
  const views: string[] = []
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost')
    requests.push(pathname)
    if (pathname.endsWith('.js'))
      return void response.setHeader('content-type', 'text/javascript').end(scripts[system])
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    views.push(decodeURIComponent(search) + Buffer.concat(chunks).toString())
    response.statusCode = 204
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { base, views, requests }
}

/** Baidu's own host, which cannot be reached from here. */
async function answerForBaidu(context: Visit['context'], views: string[]): Promise<void> {
  await context.route('https://hm.baidu.com/**', (route) => {
    const url = new URL(route.request().url())
    if (url.pathname === '/hm.js')
      return route.fulfill({ contentType: 'text/javascript', body: url.search ? scripts.baidu : '' })
    views.push(url.searchParams.get('u') ?? '')
    return route.fulfill({ contentType: 'image/gif', body: '' })
  })
}

async function followToHolidays({ page }: Awaited<ReturnType<World['newVisitor']>>) {
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
}

const sites: Record<AnalyticsSystem, string> = {
  matomo: '3',
  plausible: 'www.tinglan.example',
  umami: umamiSite,
  baidu: baiduSite,
}

for (const system of analyticsSystems) {
  const { base, views } = await createAnalyticsServer(t, system)
  const analytics = analyticsOf(system, system === 'baidu' ? '' : base, sites[system])

  test(
    `${system}: page views of the document and of a navigation are reported`,
    async (t, world) => {
      const visit = await world.newVisitor({ fingerprint: true })
      await answerForBaidu(visit.context, views)
      await visit.page.goto('/en/news?utm_source=letter&secret=word')
      await reported(views, 1)
      await followToHolidays(visit)
      await reported(views, 2)
      const [first = '', second = ''] = views
      t.match(first, /\/en\/news\?utm_source=letter/, 'the document, with its campaign')
      t.match(second, /\/en\/news\/\d+/, 'the page of the navigation')
      t.notMatch(first + second, /secret|by itself/, 'no other parameters; nothing by the script itself')
      if (system !== 'baidu') t.ok(first.includes(sites[system]), 'the id of the site')
      if (system === 'matomo') t.match(second, /urlref=http[^&]*\/en\/news/, 'the page before')
      t.strictSame(visit.trouble, [], 'the policy allows what the system needs')
    },
    { config: { analytics } },
  )
}

const { base, views, requests } = await createAnalyticsServer(t, 'matomo')
const config = { analytics: analyticsOf('matomo', base, '3') }

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test.long(
    `with ${name} nothing is loaded or reported`,
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
      t.strictSame([...requests, ...views], [])
    },
    { config },
  )
}

test.long(
  'a page whose analytics script cannot be loaded works as before',
  async (t, { newVisitor }) => {
    const { page, context, trouble } = await newVisitor({ fingerprint: true })
    await context.route(`${base}/**`, (route) => route.abort())
    await page.goto('/en/news')
    await page.waitForEvent('console', (message) => message.text().includes('analytics script'))
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    t.notOk(trouble.some((line) => line.startsWith('page error')))
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

/** A page view may be sent some time after the page is shown. */
async function reported(views: string[], count: number): Promise<void> {
  while (views.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
}
