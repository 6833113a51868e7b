// `npm run dev` in a browser: live reload keeps field values and scroll position.
import type { Page } from 'playwright-core'
import t from 'tap'
import { hydrated, markDocument, startBrowser, timeoutMs } from '../helpers/browser.ts'
import { startDevelopment } from '../helpers/development.ts'

const browser = await startBrowser(t)
if (browser) {
  const { base, edit } = await startDevelopment(t)
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 500 } })
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  const message = page.getByLabel('Message (required)')
  const problem = page.locator('#build-error')
  await page.goto('/en/contact')
  await hydrated(page)

  t.test('a style is replaced without a reload, after each save', async (t) => {
    const isSame = await markDocument(page)
    let undo = () => {}
    for (const color of ['rgb(1, 2, 3)', 'rgb(4, 5, 6)']) {
      undo()
      undo = edit('client/styles/layout.css', '.page {', `.page { outline: 1px solid ${color};`)
      await page.waitForFunction((wanted) => {
        const element = document.querySelector('.page')
        return element && getComputedStyle(element).outlineColor === wanted
      }, color)
    }
    t.ok(await isSame())
    t.equal(await sheets(page), 1)
  })

  t.test('a changed component reloads the page; scroll position and field values are restored', async (t) => {
    await message.fill('half a message')
    await page.getByLabel('I agree to my details being used').check()
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
    const isSame = await markDocument(page)
    edit('client/components/contact-form.tsx', "{t('form.title')}</h2>", "{t('form.title')}, please</h2>")
    await page.getByText('Send us a message, please').waitFor()
    await hydrated(page)
    t.notOk(await isSame())
    await isTyped(page, 'half a message')
    t.ok(await page.getByLabel('I agree to my details being used').isChecked())
    t.equal(await page.getByLabel('Name').inputValue(), '')
    t.equal(await page.evaluate(() => scrollY), 200)
  })

  t.test('a build error covers the page until it is fixed', async (t) => {
    const mend = edit('client/components/contact-form.tsx', 'export function', 'export functio')
    await problem.waitFor()
    t.match(await problem.textContent(), 'client/components/contact-form.tsx:')
    mend()
    await problem.waitFor({ state: 'detached' })
    await isTyped(page, 'half a message')
  })
}

/** Resolves once the message holds this text: the script that restores it may run after the first paint. */
function isTyped(page: Page, text: string) {
  return page.waitForFunction((value) => document.querySelector('textarea')?.value === value, text)
}

/** Stylesheets of the site that apply. */
function sheets(page: Page): Promise<number> {
  return page.evaluate(() => [...document.styleSheets].filter(({ disabled }) => !disabled).length)
}
