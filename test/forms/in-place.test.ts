// Contact form with JavaScript: validated and submitted in place, accessible by screen reader and keyboard.
import type { Route } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument } from '../helpers/browser.ts'
import { formCall, formsAt, keyOf } from '../helpers/form.ts'
import { fill, ready, reasons, send, values, violations } from './fill.ts'

const test = await createBrowserTest(t)
const focused = () => document.activeElement?.id

test('a form is submitted in place, once for two clicks', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/contact')
  const sameDocument = await markDocument(page)
  const held = Promise.withResolvers<void>()
  site.origin.answer(formCall, async (request, response, body) => {
    await held.promise
    await site.origin.pass(request, response, body)
  })
  await fill(page)
  const button = page.locator('form[data-form] button[type="submit"]')
  await ready(page)
  await button.dblclick()
  await page.getByText('Sending…').waitFor()
  t.equal(await button.getAttribute('aria-disabled'), 'true')
  held.resolve()
  const note = page.locator('.notice-good')
  await note.waitFor()
  t.match(await note.innerText(), /^Your message has arrived\n[\s\S]*\nReference [2-9A-Z]{8}\n/)
  t.equal(await page.evaluate(focused), 'form-result')
  t.match(await page.title(), /^Sent: Contact \|/)
  t.ok(await sameDocument())
  t.equal(new Set(formsAt(site.origin).map(keyOf)).size, 1)
  const { headers, body, path } = formsAt(site.origin)[0]!
  t.equal(path, '/api/home/form/:name')
  t.match(headers, { 'accept-language': 'en', 'idempotency-key': /^[0-9a-f]{32}$/ })
  t.match(JSON.parse(body), { ...values, consent: 'yes' })
  t.strictSame(trouble, [])
})

test('each invalid field has an error message', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/contact')
  t.strictSame(await violations(page), [])
  const long = 'x'.repeat(201)
  await fill(page, { name: ' ', company: long, contact: 'nobody', topic: long, message: 'm'.repeat(5001) })
  await page.locator('[name="consent"]').uncheck()
  await send(page)
  await page.locator('.notice-bad').waitFor()
  t.strictSame(await reasons(page), {
    name: '请填写姓名',
    company: '请不要超过 200 个字符',
    contact: '请填写有效的邮箱地址或电话号码',
    topic: '请不要超过 200 个字符',
    message: '请不要超过 5000 个字符',
    consent: '请先勾选同意，以便我们答复您',
  })
  t.equal(await page.evaluate(focused), 'form-result', 'the summary is read out')
  t.match(await page.title(), /^错误：联系/)
  t.strictSame(await violations(page), [])
  await page.locator('[name="contact"]').fill('0574-8765 4321')
  await page.locator('#form-contact-error').waitFor({ state: 'detached' })
  t.equal(await page.locator('[name="contact"]').getAttribute('aria-invalid'), null)
  t.strictSame(formsAt(site.origin), [])
  t.strictSame(trouble, [])
})

test('after a failure the values are kept, and the next try has the same idempotency key', async (t, {
  site,
  visit,
}) => {
  const { page } = await visit('/en/contact')
  let calls = 0
  await page.route(`**${formCall}*`, (route) => (++calls === 1 ? route.abort() : route.continue()))
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes(formCall)) keys.push(request.headers()['idempotency-key'])
  })
  await fill(page)
  await send(page)
  const summary = page.locator('.notice-bad')
  await summary.waitFor()
  t.match(await summary.innerText(), 'Your message was not sent. Server error')
  t.equal(await page.locator('[name="message"]').inputValue(), values.message)
  await send(page)
  await page.locator('.notice-good').waitFor()
  t.equal(keys.length, 2)
  t.equal(keys[0], keys[1])
  t.equal(formsAt(site.origin).length, 1)
})

type Row = { name: string; respond: (route: Route) => Promise<void>; toast: string; field?: string }
const respond =
  (json: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ json, status })
const text =
  (body: string, status = 500) =>
  (route: Route) =>
    route.fulfill({ body, status, contentType: 'text/plain' })
/** The error catalogue (the request wrapper, shared/api/request.ts). */
const catalogue: Row[] = [
  { name: 'success false', respond: respond({ success: false, msg: 'Full' }), toast: 'Full' },
  { name: '503 with a message', respond: respond({ message: 'Full' }, 503), toast: 'Full' },
  { name: 'a string that is JSON', respond: text('{"message":"Down"}'), toast: 'Down' },
  { name: 'HTML', respond: text('<h1>Bad Gateway</h1>', 502), toast: 'Server error' },
  {
    name: 'an errors map',
    respond: respond({ errors: { contact: ['No address', 'Too short'], name: ['Odd'] } }, 400),
    toast: 'No address,Too short;Odd',
    field: 'No address Too short',
  },
  { name: 'code 40001', respond: respond({ code: 40001, message: 'Log in' }, 400), toast: 'Log in' },
  { name: 'no response', respond: (route) => route.abort(), toast: 'Server error' },
]

test('each failure of the catalogue is one toast, and the text stays', async (t, { visit }) => {
  const { page } = await visit('/en/contact')
  await fill(page)
  for (const { name, respond, toast, field } of catalogue) {
    await page.route(`**${formCall}*`, respond, { times: 1 })
    await send(page)
    const shown = page.locator('[data-toast][data-type="error"]')
    await shown.getByText(`Your message was not sent. ${toast}`, { exact: true }).waitFor()
    t.equal(await shown.count(), 1, name)
    t.equal(await page.locator('[data-repeat]').count(), 0, name)
    await page
      .locator('.notice-bad')
      .getByText(field ?? toast)
      .waitFor()
    if (field) t.equal((await reasons(page))['contact'], field)
    t.equal(await page.locator('[name="message"]').inputValue(), values.message, name)
    await page.keyboard.press('Escape')
  }
})
