// Error catalogue in the browser: a payload that fails is one toast, and the page stays.
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { localizePath } from '../../shared/href.ts'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import { createBrowserTest, running } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)
const payload = /\/news\/2\/_payload\.json/
const page200 = { build: 'x', status: 200, head: '', main: '<p>hacked</p>', language: '', locale: 'en' }

const html = (body: string, status = 200) => ({ status, contentType: 'text/html', body })

/** The response, and the toast where it is not the default text of the language. */
const rows: [name: string, response: Parameters<Route['fulfill']>[0] | 'none', toast?: string][] = [
  ['a message of the upstream', { status: 502, json: { message: 'Sold out' } }, 'Sold out'],
  ['an error without a message', { status: 500, json: {} }],
  ['HTML with an error status', html('<p>down</p>', 503)],
  ['HTML in place of JSON', html('<p>hacked</p>')],
  ['JSON that is not declared as such', html(JSON.stringify(page200))],
  ['cut JSON', { contentType: 'application/json', body: JSON.stringify(page200).slice(0, -20) }],
  ['JSON of another form', { json: { main: '<p>hacked</p>' } }],
  ['null', { json: null }],
  ['no response', 'none'],
]

for (const [locale, declare, messages, rowsOfLanguage] of [
  ['en', test, en, someOf(rows, 2)],
  ['zh', test.long, zh, rows.slice(-1)],
] as const)
  declare(`every failed payload is one toast in ${locale}, and the page stays`, async (t, { visit }) => {
    const list = localizePath('/news', locale)
    const { page } = await visit(list)
    await running(page)
    for (const [name, response, toast = messages['error.transport']] of rowsOfLanguage) {
      const hasNone = response === 'none'
      await page.route(payload, (route) => (hasNone ? route.abort() : route.fulfill(response)))
      const bar = await watchLoadingBar(page)
      await page.locator('main a[href$="/news/2"]').first().click()
      const shown = page.locator('[data-toast][data-type="error"]')
      await shown.getByText(toast, { exact: true }).waitFor()
      t.equal(await shown.count(), 1, name)
      t.equal(await page.locator('[data-repeat]').count(), 0, `${name}: once`)
      const retry = shown.getByRole('button', { name: messages['toast.retry'] })
      t.equal(await retry.count(), hasNone ? 1 : 0, name)
      t.equal(await page.locator('[data-page="news-list"]').count(), 1, `${name}: the page stays`)
      t.ok((await bar.evaluate((states) => states)).includes('error'), `${name}: the loading bar is red`)
      t.match(page.url(), new RegExp(`${list}$`))
      t.equal(await page.getByText('hacked').count(), 0, name)
      await page.keyboard.press('Escape')
      await page.unroute(payload)
    }
    await page.locator('main a[href$="/news/2"]').first().click()
    await page.locator('[data-page="news-detail"]').waitFor()
    await page.route(/\/news\/_payload\.json/, (route) => route.fulfill({ status: 500, json: {} }))
    // Playwright waits for a navigation that is cancelled.
    await page.evaluate(() => history.back())
    await page.locator('[data-toast]').getByText(messages['error.transport'], { exact: true }).waitFor()
    await page.waitForURL(/\/news\/2$/)
    t.equal(await page.locator('[data-page="news-detail"]').count(), 1, 'Back keeps page and address too')
  })

test.long('a payload without a response times out after 10 000 ms', async (t, world) => {
  const { page } = await visitPaused(world, '/en/news')
  await page.route(payload, () => {})
  const asked = page.waitForRequest(payload)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await asked
  await page.clock.runFor(9000)
  t.equal(await page.locator('[data-toast]').count(), 0)
  await page.clock.runFor(1000)
  await page.locator('[data-toast]').getByText(en['error.transport'], { exact: true }).waitFor()
})

/** Its states from now on: it is red for half a second only. */
function watchLoadingBar(page: Page) {
  return page.locator('[data-loading-bar]').evaluateHandle((bar: HTMLElement) => {
    const states: (string | undefined)[] = []
    new MutationObserver(() => states.push(bar.dataset['state'])).observe(bar, { attributes: true })
    return states
  })
}
