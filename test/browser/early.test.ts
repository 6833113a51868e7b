// Before the program runs: it starts when idle or on the first interaction, and earlier events are replayed.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const application = /\/assets\/main-\w+\.js$/

test('the program is one file, fetched after the first paint, and starts when the page is idle', async (t, {
  newVisitor,
}) => {
  const { page, trouble } = await newVisitor()
  await page.goto('/en')
  await hydrated(page)
  const files = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-paint')
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return loaded.map(({ name, startTime }) => ({
      name: new URL(name).pathname,
      isEarly: startTime < (painted?.startTime ?? Infinity),
    }))
  })
  t.match(files, [{ name: application, isEarly: false }])
  t.equal(files.length, 1)
  t.strictSame(trouble, [])
})

for (const [name, act] of [
  ['a pointer', (page: Page) => page.mouse.down()],
  ['a key', (page: Page) => page.keyboard.press('Shift')],
  [
    'the focus',
    (page: Page) => page.evaluate(() => document.querySelector<HTMLElement>('.site-name')?.focus()),
  ],
] as const) {
  test(`on a busy page the program starts with the first interaction: ${name}`, async (t, { newVisitor }) => {
    const { page, trouble } = await newVisitor()
    await neverIdle(page)
    await page.goto('/en')
    t.equal(await page.locator('html[data-hydrated]').count(), 0)
    await act(page)
    await hydrated(page)
    t.strictSame(trouble, [])
  })
}

test('a link clicked before the program runs is followed by the browser', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  const { release } = await holdApplication(page)
  await page.goto('/en/news')
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.notOk(await sameDocument())
  release()
  await hydrated(page)
})

test.long('a search before the program runs is submitted by the browser', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  const { release } = await holdApplication(page)
  await page.goto('/en/news')
  const form = page.locator('main form[role="search"]')
  await form.locator('input[name="keywords"]').fill('fair')
  await form.getByRole('button').click()
  await page.waitForURL((url) => url.searchParams.get('keywords') === 'fair')
  t.ok(await page.getByRole('link', { name: 'The fair', exact: true }).isVisible())
  release()
  await hydrated(page)
})

test('event replay: a click on a script button before the program runs is repeated after it', async (t, {
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const { release } = await holdApplication(page)
  await page.goto('/en')
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Later' })
    document.body.append(button)
    button.addEventListener('click', () => {
      if (document.documentElement.hasAttribute('data-hydrated')) button.dataset['pressed'] = ''
    })
  })
  await page.getByRole('button', { name: 'Later' }).click()
  t.equal(await page.locator('[data-pressed]').count(), 0)
  release()
  await page.locator('[data-pressed]').waitFor()
  await hydrated(page)
})

test.long('if the application cannot be loaded, the page works as HTML', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route(application, (route) => route.abort())
  await page.goto('/en/news')
  await page.mouse.down()
  await page.mouse.up()
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.equal(await page.locator('html[data-hydrated]').count(), 0)
})

async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
}

async function holdApplication(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(application, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return { release }
}
