// Before the program runs: the page is laid out with its stylesheet; the program starts when idle or on the first interaction,
// and earlier events are replayed.
import t from 'tap'
import { createBrowserTest, holdRequests, hydrated, markDocument } from '../helpers/browser.ts'
import { someOf } from '../helpers/long.ts'

const { shared: test } = await createBrowserTest(t)
const application = /\/assets\/main-\w+\.js$/

test('the program is one file, fetched after the first paint', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  await page.goto('/en/news')
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

test.long('on a busy page the program starts with the first interaction', async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const interactions = [
    () => page.mouse.down(),
    () => page.keyboard.press('Shift'),
    () => page.evaluate(() => document.querySelector<HTMLElement>('.site-name')?.focus()),
  ]
  for (const act of someOf(interactions, 3)) {
    await page.goto('/en/news')
    t.equal(await page.locator('html[data-hydrated]').count(), 0)
    await act()
    await hydrated(page)
  }
  t.strictSame(trouble, [])
})

test('event replay: an early click is repeated, and an early link is followed by the browser', async (t, world) => {
  const { page } = await world.newVisitor()
  const { release } = await holdRequests(page, application)
  await page.goto('/en/news')
  const sameDocument = await markDocument(page)
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.notOk(await sameDocument())
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

const stylesheet = /\/assets\/main-\w+\.css$/
const displayOf = () => getComputedStyle(document.documentElement).display
/** The limit for a page without its stylesheet. */
const limitMs = 3000

test('a page is laid out once its stylesheet is loaded; where it fails, unstyled', async (t, world) => {
  const { page, trouble } = await world.newVisitor()
  await page.clock.install({ time: 0 })
  // Later than a busy machine can be here.
  await page.clock.pauseAt(600_000)
  const { release } = await holdRequests(page, stylesheet)
  await page.goto('/en/news', { waitUntil: 'commit' })
  await page.locator('main').waitFor({ state: 'attached' })
  t.equal(await page.evaluate(displayOf), 'none')
  release()
  await page.locator('main').waitFor({ state: 'visible' })
  t.equal(await page.evaluate(displayOf), 'block')
  t.strictSame(trouble, [])

  await page.route(stylesheet, (route) => route.abort())
  await page.goto('/en/news')
  await page.clock.runFor(limitMs)
  await page.locator('main').waitFor({ state: 'visible' })
  t.equal(await page.evaluate(displayOf), 'block')
})
