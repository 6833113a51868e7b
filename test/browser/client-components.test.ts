// Client components: their code is loaded with the first touch; before that the form is posted by the browser.
import type { Route } from 'playwright-core'
import t from 'tap'
import { fill, post, ready, send, values } from '../forms/fill.ts'
import { createBrowserTest, follow, idle, markDocument } from '../helpers/browser.ts'
import { formCall, formsAt, keyOf } from '../helpers/form.ts'
import type { Site } from '../helpers/site.ts'

const { shared: test } = await createBrowserTest(t)
const code = '**/assets/{hydrate-component,contact-form}-*.js'
const sentWith = ({ origin }: Site, message: string) =>
  formsAt(origin).filter(({ body }) => (JSON.parse(body) as { message: string }).message === message)
const isCode = (url: string) => /\/(?:hydrate-component|contact-form)-/.test(url)

test.long('a component that is loaded when it is visible needs no touch', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.route('**/en/contact', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('data-client=', 'data-client-on="visible" data-client=')
    await route.fulfill({ response, body })
  })
  const [response] = await Promise.all([page.waitForResponse(/\/contact-form-/), page.goto('/en/contact')])
  t.equal(response.status(), 200)
})

for (const [name, declare, respond] of [
  ['hangs', test, () => {}],
  ['does not load', test.long, (route: Route) => route.abort()],
] as const)
  declare(`a form whose code ${name} is posted by the browser, once`, async (t, { site, visit }) => {
    const { page } = await visit('/en/contact')
    await page.route(code, respond)
    await fill(page, { message: `The code ${name}.` })
    await post(page)
    await page.waitForURL(/\/en\/contact\?sent=/)
    t.equal(sentWith(site, `The code ${name}.`).length, 1)
  })

test('a component that throws stays as HTML, and its form is posted', async (t, { site, visit }) => {
  const { page } = await visit('/en/contact')
  const message = 'It throws.\n你好'
  await page.evaluate((message) => {
    const text = document.querySelector<HTMLTextAreaElement>('[name="message"]')!
    text.value = message
    text.dispatchEvent(new InputEvent('input', { bubbles: true }))
    document.querySelector<HTMLInputElement>('[name="consent"]')!.click()
    document.querySelector<HTMLElement>('[data-client]')!.dataset['props'] = '{"privacy":{}}'
  }, message)
  const said = page.waitForEvent('console', (message) => message.text().startsWith('component:'))
  await Promise.all([said, page.locator('[name="name"]').focus()])
  await page.waitForFunction(
    (message) => document.querySelector<HTMLTextAreaElement>('[name="message"]')?.value === message,
    message,
  )
  t.ok(await page.locator('[name="consent"]').isChecked())
  await page.locator('[name="name"]').fill(values.name)
  await page.locator('[name="contact"]').fill(values.contact)
  await post(page)
  await page.waitForURL(/\/en\/contact\?sent=/)
  t.match(JSON.parse(sentWith(site, message)[0]?.body ?? ''), { ...values, message })
})

test('the code of the form is loaded with the first touch, after each navigation', async (t, world) => {
  const { page, requests, trouble } = await world.visit('/en/news')
  const sameDocument = await markDocument(page)
  await follow(page, '/en/contact')
  await page.locator('[data-page="contact"]').waitFor()
  await idle(page)
  t.notOk(requests.some(isCode))
  await Promise.all([page.waitForResponse(code), page.locator('[name="name"]').click()])
  await page.keyboard.type('Wang')
  t.equal(await page.locator('[name="name"]').inputValue(), 'Wang')
  await page.goBack()
  await page.locator('[data-page="news-list"]').waitFor()
  await follow(page, '/en/contact')
  await fill(page, { message: 'After a navigation.' })
  await send(page)
  await page.locator('.notice-good').waitFor()
  t.equal(new Set(sentWith(world.site, 'After a navigation.').map(keyOf)).size, 1)
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test('a change of the query gives a component new props and keeps its state', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/contact')
  await page.locator('[name="message"]').fill('half typed')
  await send(page)
  await page.locator('#form-name-error').waitFor()
  const message = await page.locator('[name="message"]').elementHandle()
  await follow(page, '/en/contact?utm_source=letter')
  await page.waitForURL(/utm_source/)
  await follow(page, '/en/contact?product=11')
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[name="product"]')?.value === '11',
  )
  t.ok(await message?.evaluate((field) => field.isConnected))
  t.equal(await message?.inputValue(), 'half typed')
  t.equal(await page.locator('#form-name-error').count(), 1)

  const { release } = site.origin.hold(formCall)
  await fill(page)
  await Promise.all([page.waitForRequest(`**${formCall}*`), post(page)])
  await follow(page, '/en/news')
  await page.locator('[data-page="news-list"]').waitFor()
  await Promise.all([page.waitForEvent('requestfinished', (one) => one.url().includes(formCall)), release()])
  await idle(page)
  t.equal(await page.title(), 'News | Meter Works', 'a message that is sent later changes no other page')
  t.strictSame(trouble, [])
})

test.long('a text typed while React takes the form over is kept', async (t, { newVisitor }) => {
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
  await page.goto('/en/contact')
  await Promise.all([page.waitForResponse(code), page.locator('[name="name"]').click()])
  await ready(page)
  await page.locator('form[data-form] button[type="submit"]').click()
  await page.locator('#form-name-error').waitFor()
  t.equal(await page.locator('[name="message"]').inputValue(), 'typed')
  t.strictSame(trouble, [])
})
