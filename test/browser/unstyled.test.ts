// No layout before the stylesheet is loaded; without a stylesheet the page is shown unstyled. Icons of the first view need no
// images.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
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

test.long('without script a page is not hidden', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.route(stylesheet, (route) => route.abort())
  await page.goto('/en')
  t.ok(await page.locator('main').isVisible())
})

test.long('the icons of the first view are drawn without images', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en')
  const masks = await page.evaluate(() =>
    [...document.querySelectorAll('header .icon-button, main .arrow')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => [getComputedStyle(element, '::before'), getComputedStyle(element, '::after')])
      .filter(({ content }) => content !== 'none')
      .map(({ maskImage, clipPath }) => ({ maskImage, clipPath })),
  )
  t.ok(masks.length >= 4, `${masks.length} icons`)
  for (const { maskImage, clipPath } of masks) {
    t.notMatch(maskImage, 'url(')
    t.ok(maskImage !== 'none' || clipPath !== 'none', 'it has a shape')
  }
})
