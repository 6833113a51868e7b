// History: back and forward restore page and scroll position.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, markDocument, running } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'
import { longBody, replaceBody } from './rules.ts'

const testAlone = await createBrowserTest(t)
const _test = testAlone.shared
const low = { viewport: { width: 800, height: 400 } }

testAlone('back and forward restore the scroll position', async (t, { site, visit }) => {
  replaceBody(site.origin, 1, longBody('<a href="/en/news/2">onwards</a>'))
  replaceBody(site.origin, 2, longBody('<a href="/en">home</a>'))
  const { page, trouble } = await visit('/en/news/1', low)
  const sameDocument = await markDocument(page)
  const place = await bringIntoView(page, 'onwards')
  await page.getByText('onwards').click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  t.equal(await scrollTop(page), 0)
  await scrollDown(page, 300)

  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The fair' }).waitFor()
  await page.waitForFunction((place) => scrollY === place, place)
  t.equal(await page.title(), 'The fair | Meter Works')

  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await page.waitForFunction(() => scrollY === 300)
  t.equal(await page.title(), 'Holidays | Meter Works')
  t.ok(await sameDocument())
  t.strictSame(trouble, [])
})

testAlone('back to a page that grows late restores the scroll position', async (t, world) => {
  replaceBody(world.site.origin, 1, '<p><a href="/en/news/2">onwards</a></p>')
  // The limit of the wait for growth does not pass.
  const { page } = await visitPaused(world, '/en/news/1', low)
  await setHeight(page, 3000)
  await scrollDown(page, 2000)
  await page.getByText('onwards').dispatchEvent('click')
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await setHeight(page, 0)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'The fair' }).waitFor()
  const short = await scrollTop(page)
  t.ok(short < 1500)
  await setHeight(page, 500)
  await page.waitForFunction((short) => scrollY > short, short)
  t.ok((await scrollTop(page)) < 2000, 'it grows in steps')
  await setHeight(page, 3000)
  await page.waitForFunction(() => scrollY === 2000)
})

testAlone(
  'a hash link scrolls to its target, and back returns; one of another page has the focus there',
  async (t, { site, visit }) => {
    const links = '<p><a href="#half-way">down</a> <a href="/en/news/2#中间">onwards</a></p>'
    replaceBody(site.origin, 1, links + longBody(''))
    replaceBody(site.origin, 2, longBody('').replace('id="half-way"', 'id="中间"'))
    const { page, trouble } = await visit('/en/news/1', low)
    await running(page)
    const sameDocument = await markDocument(page)
    await page.getByText('down').click()
    await page.waitForURL('/en/news/1#half-way')
    await isInView(page, '#half-way')
    await page.goBack()
    await page.waitForURL('/en/news/1')
    await page.waitForFunction(() => scrollY < 200)
    await page.getByText('onwards').click()
    await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
    await isInView(page, '#中间')
    await page.waitForFunction(() => document.activeElement?.id === '中间')
    t.ok(await sameDocument())
    t.strictSame(trouble, [])
  },
)

function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => scrollY)
}

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

async function bringIntoView(page: Page, text: string): Promise<number> {
  const top = await page.getByText(text).evaluate((link) => link.getBoundingClientRect().top + scrollY)
  const place = Math.round(top - 200)
  await scrollDown(page, place)
  return place
}

async function isInView(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    return box && scrollY > 0 && box.top >= 0 && box.bottom <= innerHeight
  }, selector)
}
