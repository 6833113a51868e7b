// Drafts of the form: nothing that a visitor has typed is lost before it is sent.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { fill, post, send, values } from '../forms/fill.ts'
import { createBrowserTest, holdRequests, hydrated } from '../helpers/browser.ts'
import { formCall } from '../helpers/form.ts'

const { shared: test } = await createBrowserTest(t)
const message = (page: Page) => page.locator('[name="message"]')
const note = (page: Page) => page.locator('[data-draft]')

async function isKept(t: Test, page: Page, when: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.querySelector<HTMLTextAreaElement>('[name="message"]')?.value === text,
    values.message,
  )
  t.ok(await page.locator('[name="consent"]').isChecked(), when)
  t.ok(await note(page).isVisible(), when)
}

const english = 'What you typed is kept in this tab until you send it.'

test('a draft survives links, Back, the language switch, a reload and a failed send', async (t, {
  visit,
}) => {
  const { page } = await visit('/en/contact')
  t.notOk(await note(page).isVisible())
  await fill(page)
  await isKept(t, page, 'while it is typed')
  t.match(await note(page).innerText(), english)
  await page.locator('.site-name').click()
  await page.locator('[data-page="home"]').waitFor()
  await page.goBack()
  await isKept(t, page, 'after Back')
  await page.locator('a[data-locale-switch]:visible').click()
  await page.locator('html[lang="zh-CN"]').waitFor()
  await isKept(t, page, 'in the other language')
  await page.goto('/en/contact?topic=Meters')
  await hydrated(page)
  await isKept(t, page, 'in another document')
  t.equal(await page.locator('[name="topic"]').inputValue(), 'Meters', 'what the link names')

  await page.route(`**${formCall}*`, (route) => route.abort(), { times: 1 })
  await message(page).focus()
  await send(page)
  await page.locator('.notice-bad').waitFor()
  await isKept(t, page, 'after a failed send')
  await send(page)
  await page.locator('.notice-good').waitFor()
  await isRemoved(t, page)
  await page.reload()
  await hydrated(page)
  t.equal(await message(page).inputValue(), '')
  t.notOk(await note(page).isVisible())
})

test('what is typed before the program runs is kept, until the browser posts it', async (t, {
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const { release } = await holdRequests(page, /\/assets\/main-\w+\.js$/)
  await page.route('**/assets/hydrate-component-*.js', () => {})
  await page.goto('/en/contact')
  await fill(page)
  release()
  await hydrated(page)
  await isKept(t, page, 'after the start')
  await post(page)
  await page.waitForURL(/\?sent=/)
  await hydrated(page)
  await isRemoved(t, page)

  await fill(page)
  await note(page).getByRole('button', { name: 'Clear' }).click()
  t.equal(await message(page).inputValue(), '')
  t.notOk(await page.locator('[name="consent"]').isChecked())
  t.notOk(await note(page).isVisible())
  await page.reload()
  await hydrated(page)
  t.equal(await message(page).inputValue(), '')
})

async function isRemoved(t: Test, page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send another message' }).click()
  await message(page).waitFor()
  t.equal(await message(page).inputValue(), '')
}
