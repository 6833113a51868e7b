// Without JavaScript: the language switch and the contact form, which the server answers.

import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { cutConnections } from './rules.ts'

const test = await createBrowserTest(t)
const noScript = { javaScriptEnabled: false }

test('one switch link can be seen; it remembers the language and stays on the page', async (t, world) => {
  const { page, context } = await world.newVisitor(noScript)
  await page.goto('/news/1?from=mail')
  t.equal(await page.locator('a[data-locale-switch]:visible').count(), 1)
  await page.locator('a[data-locale-switch]:visible').click()
  await page.waitForURL('/en/news/1?from=mail')
  t.equal(await page.locator('h1').innerText(), 'The fair')
  const [cookie] = await context.cookies()
  t.match(cookie, { name: 'i18n_redirected', value: 'en', path: '/', sameSite: 'Lax', secure: false })
})

test('a visitor who prefers English is sent to /en, chooses Chinese and stays there', async (t, world) => {
  const { page } = await world.newVisitor({ ...noScript, locale: 'en-US' })
  await page.goto('/')
  t.match(page.url(), /\/en$/)
  await page.locator('a[data-locale-switch]:visible').click()
  await page.waitForURL('/')
  t.equal(await page.getAttribute('html', 'lang'), 'zh-CN')
  await page.goto('/news')
  await page.locator('.site-name').click()
  await page.waitForURL('/')
  t.equal(await page.getAttribute('html', 'lang'), 'zh-CN')
})

test('a message is sent and confirmed', async (t, { site, newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/en/contact')
  await fill(page)
  await page.locator('form[data-form] button[type="submit"]').click()
  await page.waitForURL(/\/en\/contact\?sent=[\w-]+$/)
  t.match(await page.getByRole('status').innerText(), 'Received.')
  const [sent] = site.origin.requests.filter(({ path }) => path.startsWith('/api/home/form/'))
  t.equal(sent?.path, '/api/home/form/:name')
  t.match(JSON.parse(sent?.body ?? ''), {
    name: '王 Wang',
    contact: 'wang@example.org',
    message: 'Hello\n你好',
  })
  await page.reload()
  t.equal(site.origin.hits.filter((hit) => hit.includes('/form/')).length, 1, 'a reload sends nothing again')
})

test('a message that was refused keeps what was typed and says why', async (t, { site, newVisitor }) => {
  site.origin.json('/api/home/form/', { errors: { contact: ['is no address'] } }, 422)
  const { page } = await newVisitor(noScript)
  await page.goto('/en/contact')
  await fill(page)
  const [answer] = await Promise.all([
    page.waitForResponse(/\/en\/contact$/),
    page.locator('form[data-form] button[type="submit"]').click(),
  ])
  t.equal(answer.status(), 422)
  t.match(await page.getByRole('alert').innerText(), 'is no address')
  t.equal(await page.locator('[name="name"]').inputValue(), '王 Wang')
  t.equal(await page.locator('[name="contact"]').inputValue(), 'wang@example.org')
  t.equal(await page.locator('[name="message"]').inputValue(), 'Hello\n你好')
})

test('a message that the origin could not take keeps what was typed', async (t, { site, newVisitor }) => {
  cutConnections(site.origin, '/api/home/form/')
  const { page } = await newVisitor(noScript)
  await page.goto('/contact')
  await fill(page)
  await page.locator('form[data-form] button[type="submit"]').click()
  await page.getByRole('alert').waitFor()
  t.equal(await page.locator('[name="message"]').inputValue(), 'Hello\n你好')
})

test('the enquiry link of a product fills in the topic', async (t, { newVisitor }) => {
  const { page } = await newVisitor(noScript)
  await page.goto('/product/11')
  await page.locator('main a[href^="/contact?topic="]').click()
  t.equal(await page.locator('[name="topic"]').inputValue(), '甲表')
})

async function fill(page: Page): Promise<void> {
  await page.locator('[name="name"]').fill('王 Wang')
  await page.locator('[name="contact"]').fill('wang@example.org')
  await page.locator('[name="message"]').fill('Hello\n你好')
}
