// Web analytics: the configured script is loaded when the browser is idle, and hears of in-app navigations. Visitors who have
// opted out have neither it nor a visitor id.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { createBrowserTest, hydrated, idle, running, type Visit } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'

const { shared: test } = await createBrowserTest(t)

/** The server of a vendor: a collector of page views, and a script. Where the file is skipped, nothing is torn down. */
const requests: string[] = []
const umami = readFileSync(join(import.meta.dirname, '../../public/analytics/umami.js'))
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method === 'POST') requests.push(`${Buffer.concat(chunks)}`)
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
  response.setHeader('content-type', 'text/javascript').end(request.url === '/umami.js' ? umami : '')
}).unref()
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
t.teardown(() => server.close())
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
t.beforeEach(() => void requests.splice(0))

/** The programs of the site, the second one on the server of its vendor, and what they send of a page view. */
const ofMatomo = {
  ANALYTICS_SCRIPT: '/analytics/matomo.js',
  ANALYTICS_ATTRIBUTES: `data-collector=${base}/matomo.php; data-site-id=3; defer=`,
  ANALYTICS_HOST: base,
}
const ofUmami = {
  ANALYTICS_SCRIPT: `${base}/umami.js`,
  ANALYTICS_ATTRIBUTES: `data-collector=${base}/api/send; data-website-id=3; defer=`,
}
const viewOf = {
  matomo: (request: string) => {
    const { idsite, rec, url, action_name, urlref } = Object.fromEntries(new URLSearchParams(request))
    return [idsite, rec === '1', url, action_name, urlref]
  },
  umami: (request: string) => {
    const { type, payload } = JSON.parse(request)
    return [payload.website, type === 'event', payload.url, payload.title, payload.referrer]
  },
}

for (const [name, declare, env] of [
  ['matomo', test, ofMatomo],
  ['umami', test.long, ofUmami],
] as const)
  declare(
    `${name}: the document and each in-app navigation are reported, with the address before`,
    async (t, world) => {
      const visit = await world.newVisitor({ fingerprint: true })
      const { page } = visit
      await page.goto('/en/news?page_size=50')
      await until(() => requests.length === 1)
      const [list, listTitle] = [`${world.base}/en/news?page_size=50`, await page.title()]
      await followToHolidays(visit)
      await until(() => requests.length === 2)
      const [item, title] = [page.url(), await page.title()]
      t.match(title, 'Holidays')
      await page.goBack()
      await until(() => requests.length === 3)
      t.strictSame(requests.map(viewOf[name]), [
        ['3', true, list, listTitle, ''],
        ['3', true, item, title, list],
        ['3', true, list, listTitle, item],
      ])
      t.equal(await page.locator(`script[defer][src="${env.ANALYTICS_SCRIPT}"]`).count(), 1, 'once')
      t.strictSame(visit.trouble, [], 'the policy allows what the system needs')
    },
    { env },
  )

/** Delay of the visitor id after the start of the program. */
const quietMs = 5000

test(
  'with Do Not Track or Global Privacy Control no script is loaded, no page view is dispatched, and there is no visitor id',
  async (t, { newVisitor }) => {
    const visit = await newVisitor({ fingerprint: true })
    const { page } = visit
    await page.addInitScript(() => {
      const property = location.search.slice(1)
      const value = property === 'doNotTrack' ? '1' : true
      Object.defineProperty(navigator, property, { get: () => value })
      document.addEventListener('site:pageview', () => sessionStorage.setItem('viewed', ''))
    })
    await page.clock.install()
    for (const property of someOf(['globalPrivacyControl', 'doNotTrack'], 2)) {
      await page.goto(`/en/news?${property}`)
      await hydrated(page)
      await running(page)
      await page.clock.fastForward(quietMs)
      await idle(page)
      await followToHolidays(visit)
      t.strictSame(requests, [], property)
      t.equal(await page.locator('script[src^="/analytics"]').count(), 0, property)
      t.equal(await page.evaluate(() => sessionStorage.getItem('viewed')), null, property)
      t.equal(await page.evaluate(() => sessionStorage.getItem('fingerprint')), null, property)
    }
    t.notOk(visit.requests.some((url) => /fingerprint-agent|matomo/.test(url)))
  },
  { env: ofMatomo },
)

async function followToHolidays({ page }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
}
