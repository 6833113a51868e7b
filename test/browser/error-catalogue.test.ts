// Error catalogue: the toasts and pages of the request wrapper's errors, in both languages.
import type { Page } from 'playwright-core'
import t from 'tap'
import { en } from '../../shared/messages/en.ts'
import { zh } from '../../shared/messages/zh.ts'
import { createBrowserTest, running, type World } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const detail = '/api/home/article/detail/2'
type Row = { name: string; status?: number; body: unknown; toast?: string; page?: '502' }

/** Without `toast` it is the default text of the language. */
const rows: Row[] = [
  { name: 'success false with a message', body: { success: false, msg: 'Sold out' }, toast: 'Sold out' },
  { name: 'an HTTP error', status: 500, body: {} },
  { name: 'a message', status: 422, body: { message: 'Too long' }, toast: 'Too long' },
  { name: 'a string that is JSON', status: 422, body: '{"message":"In a string"}', toast: 'In a string' },
  { name: 'a plain string', status: 422, body: 'Plain', toast: 'Plain' },
  {
    name: 'errors by field',
    status: 422,
    body: { errors: { name: ['is long', 'is odd'], mail: ['is none'] } },
    toast: 'is long,is odd;is none',
  },
  ...[40001, 40002, 40003].map((code) => ({
    name: `code ${code}`,
    status: 400,
    body: { code, message: `Code ${code}` },
    toast: `Code ${code}`,
  })),
]

for (const [locale, messages] of [
  ['zh', zh],
  ['en', en],
] as const) {
  const list = locale === 'zh' ? '/news' : '/en/news'

  test(`every error shows one toast in ${locale}`, async (t, world) => {
    const page = await listWithoutPayloads(world, list)
    for (const { name, status = 200, body, toast = messages['error.transport'] } of rows) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      await page.unroute(`**${detail}*`)
      await page.route(`**${detail}*`, (route) =>
        route.fulfill({ status, contentType: 'text/plain', body: text }),
      )
      await page.locator(`main a[href$="/news/2"]`).first().click()
      const shown = page.locator('[data-toast][data-type="error"]')
      await shown.getByText(toast, { exact: true }).waitFor()
      t.equal(await shown.count(), 1, name)
      t.equal(await page.locator('[data-repeat]').count(), 0, `${name}: once`)
      t.equal(await page.getAttribute('[data-error-page]', 'data-error-page'), '502', name)
      await page.keyboard.press('Escape')
      await page.goBack()
      await page.locator('[data-page="news-list"]').waitFor()
    }
  })

  test(`default texts: success false without a message, and no response, in ${locale}`, async (t, world) => {
    const page = await listWithoutPayloads(world, list)
    await page.route(`**${detail}*`, (route) => route.fulfill({ json: { success: false } }))
    await page.locator(`main a[href$="/news/2"]`).first().click()
    await page.locator('[data-toast]').getByText(messages['error.system'], { exact: true }).waitFor()
    await page.locator('[data-error-page]').waitFor()
    await page.goBack()
    await page.locator('[data-page="news-list"]').waitFor()
    await page.keyboard.press('Escape')
    let attempts = 0
    await page.route(`**${detail}*`, (route) => {
      attempts += 1
      return route.abort()
    })
    await page.locator(`main a[href$="/news/2"]`).first().click()
    await page.locator('[data-toast]').getByText(messages['error.transport'], { exact: true }).waitFor()
    const retry = page.getByRole('button', { name: messages['toast.retry'] })
    await retry.waitFor()
    t.equal(attempts, 2, 'tried twice')
    t.equal(await page.locator('[data-page="news-list"]').count(), 1, 'the page that is there stays')
    t.match(page.url(), new RegExp(`${list}$`))
    await page.unroute(`**${detail}*`)
    await retry.click()
    await page.locator('[data-page="news-detail"]').waitFor()
  })
}

test('a request without a response times out after 10 000 ms', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.clock.install()
  await page.goto('/en/news')
  await running(page)
  await page.route(/\/_payload\.json/, (route) => route.abort())
  const asked = page.waitForRequest(new RegExp(detail))
  await page.route(`**${detail}*`, () => {})
  await page.getByRole('link', { name: 'Holidays' }).click()
  await asked
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.clock.runFor(7000)
  t.equal(await page.locator('[data-toast]').count(), 0)
  await page.clock.runFor(3000)
  await page.locator('[data-toast]').getByText(en['error.transport'], { exact: true }).waitFor()
})

test('a short Retry-After delays the retry, a long one prevents it', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/en/news')
  await running(page)
  await page.route(/\/_payload\.json/, (route) => route.abort())
  for (const [seconds, attempts] of [
    ['1', 2],
    ['3', 1],
  ] as const) {
    let asked = 0
    await page.route(`**${detail}*`, (route) => {
      asked += 1
      return route.fulfill({ status: 503, headers: { 'retry-after': seconds }, body: '{}' })
    })
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.locator('[data-error-page]').waitFor()
    t.equal(asked, attempts, `${seconds} s`)
    await page.goBack()
    await page.locator('[data-page="news-list"]').waitFor()
  }
})

async function listWithoutPayloads({ newVisitor }: World, list: string): Promise<Page> {
  const { page } = await newVisitor()
  await page.goto(list)
  await running(page)
  await page.route(/\/news\/2\/_payload\.json/, (route) => route.abort())
  return page
}
