// Without JavaScript: the language switch by the server.
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'

const test = await createBrowserTest(t)
const noScript = { javaScriptEnabled: false }

test('one switch link is visible; its response stores the language and redirects to the page', async (t, world) => {
  const { page, context } = await world.newVisitor(noScript)
  await page.goto('/news/1?from=mail')
  t.equal(await page.locator('a[data-locale-switch]:visible').count(), 1)
  await page.locator('a[data-locale-switch]:visible').click()
  await page.waitForURL('/en/news/1?from=mail')
  t.equal(await page.locator('h1').innerText(), 'The fair')
  const [cookie] = await context.cookies()
  t.match(cookie, { name: 'i18n_redirected', value: 'en', path: '/', sameSite: 'Lax', secure: true })
})

test('a visitor with Accept-Language: en is redirected to /en, chooses Chinese and stays there', async (t, world) => {
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
