// History: back and forward restore page and scroll position.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument, running } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'
import { addArticle, longBody } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const low = { viewport: { width: 800, height: 400 } }

test('a hash link scrolls to its target; back and forward restore the scroll', async (t, { site, visit }) => {
  const next = addArticle(site.origin, longBody('').replace('half-way', '中间'), 'Holidays')
  const links = `<p><a href="#half-way">down</a> <a href="${next}#中间">to a part</a></p>`
  const path = addArticle(
    site.origin,
    links + longBody(`<a href="${next}">onwards</a> <a href="${next}#none">to no part</a>`),
  )
  const { page, trouble } = await visit(path, low)
  await running(page)
  const sameDocument = await markDocument(page)
  const isOn = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('down').click()
  await page.waitForURL(`${path}#half-way`)
  await isInView(page, '#half-way')
  await page.goBack()
  await page.waitForURL(path)
  await page.waitForFunction(() => scrollY < 200)

  const onwards = page.getByText('onwards')
  const top = await onwards.evaluate((link) => link.getBoundingClientRect().top + scrollY)
  const place = Math.round(top - 200)
  await scrollDown(page, place)
  await onwards.click()
  await isOn('Holidays')
  t.equal(await page.evaluate(() => scrollY), 0)
  await scrollDown(page, 300)
  await page.goBack()
  await isOn('The fair')
  await page.waitForFunction((place) => scrollY === place, place)
  t.equal(await page.title(), 'The fair | Meter Works')
  await page.goForward()
  await isOn('Holidays')
  await page.waitForFunction(() => scrollY === 300)
  t.equal(await page.title(), 'Holidays | Meter Works')

  await page.goBack()
  await isOn('The fair')
  await page.waitForFunction((place) => scrollY === place, place)
  await page.getByText('to no part').click()
  await isOn('Holidays')
  t.equal(await page.evaluate(() => scrollY), 0, 'a hash without a target is the top')
  await page.goBack()
  await isOn('The fair')
  await page.getByText('to a part').click()
  await isOn('Holidays')
  await isInView(page, '#中间')
  await page.waitForFunction(() => document.activeElement?.id === '中间')
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

test.long('back to a page that grows late restores the scroll position', async (t, world) => {
  const path = addArticle(world.site.origin, '<p><a href="/en/news/2">onwards</a></p>')
  // The limit of the wait for growth does not pass.
  const { page } = await visitPaused(world, path, low)
  await setHeight(page, 3000)
  await scrollDown(page, 2000)
  await page.getByText('onwards').dispatchEvent('click')
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await setHeight(page, 0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The fair' }).waitFor()
  const short = await page.evaluate(() => scrollY)
  t.ok(short < 1500)
  await setHeight(page, 500)
  await page.waitForFunction((short) => scrollY > short, short)
  t.ok((await page.evaluate(() => scrollY)) < 2000, 'it grows in steps')
  await setHeight(page, 3000)
  await page.waitForFunction(() => scrollY === 2000)
})

/** The least height of the page's text, on this page and the next ones. */
function setHeight(page: Page, px: number): Promise<void> {
  return page.evaluate((px) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`.rich-text { min-height: ${px}px }`)
    document.adoptedStyleSheets = [sheet]
  }, px)
}

/** Resolves after the scrollend event. */
async function scrollDown(page: Page, to: number): Promise<void> {
  await page.evaluate(
    (to) =>
      new Promise<void>((done) => {
        addEventListener('scrollend', () => done(), { once: true })
        scrollTo(0, to)
      }),
    to,
  )
}

async function isInView(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    return box && scrollY > 0 && box.top >= 0 && box.bottom <= innerHeight
  }, selector)
}
