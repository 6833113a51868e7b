// Client components: their code is loaded with the first touch; before that the form is posted by the browser.
import type { Page, Route } from 'playwright-core'
import t from 'tap'
import { fill, post, ready, send, values } from '../forms/fill.ts'
import { createBrowserTest, hydrated, markDocument } from '../helpers/browser.ts'
import { formCall, formsAt, keyOf } from '../helpers/form.ts'

const test = await createBrowserTest(t)
const code = '**/assets/{hydrate-component,contact-form}-*.js'
const isCode = (url: string) => /\/(?:hydrate-component|contact-form)-/.test(url)

async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the code of the form is loaded with the first touch of a field, and not before', async (t, {
  visit,
}) => {
  const { page, requests, trouble } = await visit('/en/contact')
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  t.notOk(requests.some(isCode))
  await Promise.all([page.waitForResponse(code), page.locator('[name="name"]').click()])
  await page.keyboard.type('Wang')
  t.equal(await page.locator('[name="name"]').inputValue(), 'Wang')
  t.strictSame(trouble, [])
})

test('a component that is loaded when it is visible needs no touch', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route('**/en/contact', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('data-client=', 'data-client-on="visible" data-client=')
    await route.fulfill({ response, body })
  })
  const [response] = await Promise.all([page.waitForResponse(/\/contact-form-/), page.goto('/en/contact')])
  t.equal(response.status(), 200)
})

test('React and the component are requested together', async (t, { visit }) => {
  const { page } = await visit('/en/contact')
  const release = await holdCode(page)
  await Promise.all([
    page.waitForRequest(/\/hydrate-component-/),
    page.waitForRequest(/\/contact-form-/),
    page.locator('[name="name"]').focus(),
  ])
  release()
  t.pass()
})

for (const [name, respond] of [
  ['hangs', () => {}],
  ['does not load', (route: Route) => route.abort()],
] as const)
  test(`a form whose code ${name} is posted by the browser, once`, async (t, { site, visit }) => {
    const { page } = await visit('/en/contact')
    await page.route(code, respond)
    await fill(page)
    await post(page)
    await page.waitForURL(/\/en\/contact\?sent=/)
    t.equal(formsAt(site.origin).length, 1)
    t.match(JSON.parse(formsAt(site.origin)[0]!.body), values)
  })

test.long('a component that fails stays as HTML, and its form is posted', async (t, { site, visit }) => {
  const { page } = await visit('/en/contact')
  const before = await page.locator('[data-client]').innerHTML()
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('[data-client]')
    if (element) element.dataset['props'] = '{"privacy":{}}'
  })
  const said = page.waitForEvent('console', (message) => message.text().startsWith('component:'))
  await Promise.all([said, page.locator('[name="name"]').focus()])
  await page.locator('[name="name"]').waitFor()
  t.equal(await page.locator('[data-client]').innerHTML(), before)
  await fill(page)
  await post(page)
  await page.waitForURL(/\/en\/contact\?sent=/)
  t.equal(formsAt(site.origin).length, 1)
})

test('the form works after each navigation to its page', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/news')
  const sameDocument = await markDocument(page)
  for (let round = 0; round < 3; round++) {
    await follow(page, '/en/contact')
    await page.locator('[data-page="contact"]').waitFor()
    await page.locator('[name="name"]').focus()
    await page.keyboard.type('Wang')
    await page.goBack()
    await page.locator('[data-page="news-list"]').waitFor()
  }
  await follow(page, '/en/contact')
  await fill(page)
  await send(page)
  await page.locator('.notice-good').waitFor()
  t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 1)
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test('a message that is sent after its page was left changes nothing on the next page', async (t, {
  site,
  visit,
}) => {
  const { page } = await visit('/en/contact')
  const { release } = site.origin.hold(formCall)
  await fill(page)
  await Promise.all([page.waitForRequest(`**${formCall}*`), send(page)])
  await follow(page, '/en/news')
  await page.locator('[data-page="news-list"]').waitFor()
  await Promise.all([page.waitForEvent('requestfinished', (one) => one.url().includes(formCall)), release()])
  await page.locator('nav[data-menu] a[href="/en/product"]').hover()
  t.equal(await page.title(), 'News | Meter Works')
})

test('a change of the query gives a component new props and keeps its state', async (t, { visit }) => {
  const { page, trouble } = await visit('/en/contact')
  await page.locator('[name="message"]').fill('half typed')
  await send(page)
  await page.locator('#form-name-error').waitFor()
  await page.evaluate(() => Object.assign(window, { field: document.querySelector('[name="message"]') }))
  await follow(page, '/en/contact?utm_source=letter')
  await page.waitForURL(/utm_source/)
  await follow(page, '/en/contact?product=11')
  await page.waitForURL(/product/)
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="product"]')?.value === '11',
  )
  t.ok(
    await page.evaluate(
      () => document.querySelector('[name="message"]') === (window as { field?: unknown }).field,
    ),
  )
  t.equal(await page.locator('[name="message"]').inputValue(), 'half typed')
  t.equal(await page.locator('#form-name-error').count(), 1)
  t.strictSame(trouble, [])
})

test('a change of the query shows what a component that was not used has for it', async (t, { visit }) => {
  const { page } = await visit('/en/contact')
  await follow(page, '/en/contact?topic=Meters')
  await page.waitForURL(/topic/)
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="topic"]')?.value === 'Meters',
  )
  t.pass()
})

test.long(
  'what is typed into a rejected form before its code is loaded stays and is validated again',
  async (t, { visit }) => {
    const { page } = await visit('/en/contact')
    const release = await holdCode(page)
    await page.locator('[name="message"]').fill('first')
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form[data-form]')?.submit())
    await page.waitForLoadState()
    await hydrated(page)
    await page.locator('[name="message"]').fill('second')
    await page.locator('[name="name"]').fill('Wang')
    release()
    await page.locator('#form-name-error').waitFor({ state: 'detached' })
    t.equal(await page.locator('[name="message"]').inputValue(), 'second')
  },
)

test.long('a text typed while React takes the form over is kept', async (t, { newVisitor, base }) => {
  const { page, trouble } = await newVisitor()
  // React's listeners on the element are the first thing that a page sees of it; it renders in a later task.
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: unknown[]) {
      addEventListener.apply(this, given as Parameters<typeof addEventListener>)
      if (given[0] !== 'click' || !(this instanceof HTMLElement && this.dataset['client'])) return
      EventTarget.prototype.addEventListener = addEventListener
      queueMicrotask(() => {
        const message = document.querySelector<HTMLTextAreaElement>('[name="message"]')!
        message.value = 'typed'
        message.dispatchEvent(new InputEvent('input', { bubbles: true }))
      })
    } as typeof addEventListener
  })
  await page.goto(`${base}/en/contact`)
  await Promise.all([page.waitForResponse(code), page.locator('[name="name"]').click()])
  await ready(page)
  await page.locator('form[data-form] button[type="submit"]').click()
  await page.locator('#form-name-error').waitFor()
  t.equal(await page.locator('[name="message"]').inputValue(), 'typed')
  t.strictSame(trouble, [])
})

function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
}
