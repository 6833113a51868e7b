// A manual is one page with all its chapters, which is printed or saved as PDF.
import t from 'tap'
import { createBrowserTest, hydrated } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

const { shared: test } = await createBrowserTest(t, { folder: sampleFolder })

test('a button prints the manual, also after navigation in the page', async (t, { newVisitor }) => {
  const { page } = await newVisitor()
  await page.addInitScript("print = () => document.body.toggleAttribute('data-printed')")
  await page.goto('/en/manual')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'TL-Mag' }).click()
  await page.getByRole('button', { name: 'Print or save as PDF' }).click()
  t.ok(await page.locator('body[data-printed]').count())
  t.notOk(await page.locator('main noscript').isVisible())
})

test('on paper there are the chapters and no controls', async (t, { newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/manual/51')
  const hint = page.locator('main noscript')
  t.match(await hint.textContent(), '全部章节都在本页')
  t.ok(await hint.isVisible())
  await page.emulateMedia({ media: 'print' })
  t.notOk(await hint.isVisible())
  t.notOk(await page.locator('[data-print]').isVisible())
  const chapters = await page.locator('.rich-text h2').all()
  t.ok(chapters.length > 5)
  for (const chapter of chapters) t.ok(await chapter.isVisible())
})
