// A manual is one page with all its chapters, which is printed or saved as PDF.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })

test('a manual that is reached by a link is printed whole, without controls', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.addInitScript("print = () => document.body.toggleAttribute('data-printed')")
  await page.goto('/en/manual')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'TL-Mag' }).click()
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  t.ok(await page.locator('body[data-printed]').count())
  t.notOk(await page.locator('main noscript').isVisible())
  await page.emulateMedia({ media: 'print' })
  t.notOk(await page.locator('[data-print]').isVisible())
  const chapters = await page
    .locator('.rich-text h2')
    .evaluateAll((all) => all.map((one) => one.checkVisibility()))
  t.ok(chapters.length > 5)
  t.ok(chapters.every(Boolean))
})

test.long('without JavaScript a hint says how to print a manual', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/manual/51')
  const hint = page.locator('main noscript')
  t.match(await hint.textContent(), '全部章节都在本页')
  t.ok(await hint.isVisible())
  await page.emulateMedia({ media: 'print' })
  t.notOk(await hint.isVisible())
})
