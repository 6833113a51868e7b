// Contact form in a browser without JavaScript.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { formCall, formsAt } from '../helpers/form.ts'
import { until } from '../helpers/until.ts'
import { fill, noScript, post, values } from './fill.ts'

const test = await createBrowserTest(t)

test('a message is sent and confirmed, and a reload sends nothing', async (t, { site, newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/en/contact')
  await fill(page)
  await post(page)
  await page.waitForURL(/\/en\/contact\?sent=[2-9A-Z]{8}(#form-result)?$/)
  t.match(
    await page.getByRole('status').innerText(),
    /^Your message has arrived\n[\s\S]*\nReference [2-9A-Z]{8}\n/,
  )
  t.match(await page.title(), /^Sent: Contact \|/)
  t.equal(await page.locator('form[data-form]').count(), 0)
  await until(() => formsAt(site.origin).length > 0)
  const [sent] = formsAt(site.origin)
  t.equal(sent?.path, '/api/home/form/:name')
  t.match(JSON.parse(sent?.body ?? ''), { ...values, consent: 'yes' })
  t.equal(sent?.headers['form-flags'], undefined, 'not flagged as spam')
  await page.reload()
  t.equal(formsAt(site.origin).length, 1)
})

test('a rejected form keeps its values and shows the reason', async (t, { site, newVisitor }) => {
  site.origin.json(formCall, { errors: { contact: ['is no address'] } }, 422)
  const { page } = await newVisitor(noScript)
  await page.goto('/contact')
  await fill(page)
  await post(page)
  const summary = page.getByRole('alert')
  t.match(await summary.innerText(), 'is no address')
  t.match(await page.title(), /^错误：联系/)
  for (const [name, value] of Object.entries(values))
    t.equal(await page.locator(`[name="${name}"]`).inputValue(), value)
  t.ok(await page.locator('[name="consent"]').isChecked())
  await summary.getByRole('link').click()
  t.equal(
    await page.evaluate(() => document.activeElement?.id),
    'form-contact',
    'its link leads to the field',
  )
})
