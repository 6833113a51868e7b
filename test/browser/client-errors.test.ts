// Client errors: the page stays.
import t from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'

const { shared: test } = await createBrowserTest(t)

test('an application that cannot start leaves the page as it is, and says so', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route(/\/assets\/main-\w+\.js$/, (route) => route.abort())
  const said = page.waitForEvent('console', (message) => message.text().startsWith('start:'))
  await Promise.all([said, page.goto('/en/news')])
  t.equal(await page.locator('h1').textContent(), 'News')
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
})

for (const [name, declare, remove] of [
  ['the Navigation API', test, () => Reflect.deleteProperty(window, 'NavigationPrecommitController')],
  ['popover', test.long, () => Reflect.deleteProperty(HTMLElement.prototype, 'popover')],
] as const)
  declare(
    `without ${name} the site is documents, and its program is not loaded`,
    async (t, { newVisitor }) => {
      const { page, trouble, requests } = await newVisitor()
      await page.addInitScript(remove)
      await page.goto('/en/news')
      await Promise.all([page.waitForURL('/en/news/2'), page.getByRole('link', { name: 'Holidays' }).click()])
      await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
      await page.goto('/en/contact')
      await page.locator('[name="name"]').focus()
      t.notOk(requests.some((url) => /\.js$|_payload/.test(url)))
      t.equal(await page.locator('.scripted:visible, html[data-hydrated]').count(), 0)
      t.strictSame(trouble, [])
    },
  )

/** As in a browser that blocks them: every access throws. */
function withoutStorage() {
  const get = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get })
  Object.defineProperty(document, 'cookie', { get, set: get })
}

for (const [name, remove] of [
  ['storage', withoutStorage],
  ['requestIdleCallback', () => void Reflect.deleteProperty(window, 'requestIdleCallback')],
  ['crypto.randomUUID', () => void Reflect.deleteProperty(Crypto.prototype, 'randomUUID')],
] as const)
  test.long(`the site works without ${name}`, async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor()
    await page.addInitScript(remove)
    await page.goto('/en/news')
    await hydrated(page)
    await running(page)
    await page.getByRole('link', { name: 'Holidays' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    await page.locator('.recommends').scrollIntoViewIfNeeded()
    await page.locator('.recommends').getByRole('link', { name: 'The fair' }).waitFor()
    await page.locator('a[data-locale-switch]:visible').first().click()
    await page.locator('html[lang="zh-CN"]').waitFor()
    await page.goBack()
    await page.locator('html[lang="en-US"]').waitFor()
    t.strictSame(trouble, [])
  })
