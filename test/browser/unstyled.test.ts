// No layout before the stylesheet is loaded; without a stylesheet the page is shown unstyled. Icons of the first view need no
// images.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'

const { shared: test } = await createBrowserTest(t)
const stylesheet = /\/assets\/main-\w+\.css$/
const displayOf = () => getComputedStyle(document.documentElement).display

test('a page is laid out once its stylesheet is loaded', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(stylesheet, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/en', { waitUntil: 'commit' })
  await page.locator('main').waitFor({ state: 'attached' })
  t.equal(await page.evaluate(displayOf), 'none')
  release()
  await page.locator('main').waitFor({ state: 'visible' })
  await page.waitForFunction(() => !document.documentElement.hidden)
  t.equal(await page.evaluate(displayOf), 'block')
  t.strictSame(trouble, [])
})

test('a page whose stylesheet fails is shown unstyled', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route(stylesheet, (route) => route.abort())
  await page.goto('/en')
  await page.locator('main').waitFor({ state: 'visible' })
  t.equal(await page.evaluate(displayOf), 'block')
})
