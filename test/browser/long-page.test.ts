// Long pages: back-to-top button and scroll reveal.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, inMotion, running, type World } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'
import { addArticle, longBody } from './rules.ts'

const { shared: test } = await createBrowserTest(t)
const low = { viewport: { width: 800, height: 400 } }

test('the back-to-top button appears from 200 px, throttled to 300 ms', async (t, world) => {
  const { page } = await visitPaused(world, addArticle(world.site.origin, longBody('')), low)
  const button = page.locator('button[data-back-to-top]')
  const hidden = () => button.evaluate((element: HTMLButtonElement) => element.hidden)
  t.ok(await hidden())
  await scroll(page, 199)
  t.ok(await hidden())
  await scroll(page, 200)
  t.ok(await hidden(), 'not before the throttle has passed')
  await page.clock.runFor(299)
  t.ok(await hidden())
  await page.clock.runFor(1)
  t.notOk(await hidden(), 'at the trailing edge')
  await page.clock.runFor(300)
  await scroll(page, 0)
  t.ok(await hidden(), 'at the leading edge')
  await page.clock.runFor(300)
  await scroll(page, 900)
  const corner = await button.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect()
    return { right: document.body.clientWidth - right, bottom: innerHeight - bottom }
  })
  t.strictSame(corner, { right: 40, bottom: 40 })
  await button.press('Enter')
  await page.waitForFunction(() => scrollY === 0)
})

test.long('scroll reveal: what has the focus or is 120 px inside the viewport is shown', async (t, world) => {
  const { page } = await revealPage(world)
  const state = (id: string) => page.locator(id).getAttribute('data-reveal')
  t.equal(await state('#above'), '', 'never in the first viewport')
  t.equal(await state('#below'), 'waiting')
  t.equal(await page.locator('#below').evaluate((element) => getComputedStyle(element).opacity), '0')
  await page.locator('#last').evaluate((element) => element.focus({ preventScroll: true }))
  t.equal(await state('#last'), 'shown')
  await scroll(page, 1000 - 400 + 100)
  t.equal(await state('#below'), 'waiting')
  await scroll(page, 1000 - 400 + 121)
  await page.locator('#below[data-reveal="shown"]').waitFor()
  const style = await page.locator('#below').evaluate((element) => {
    const { transitionDuration, transitionTimingFunction } = getComputedStyle(element)
    return [transitionDuration.split(',')[0], transitionTimingFunction.split(/, (?=c|e)/)[0]]
  })
  // cubic-bezier(0.25, 0.1, 0.25, 1)
  t.strictSame(style, ['0.4s', 'ease'])
  await scroll(page, 0)
  t.equal(await state('#below'), 'shown', 'once')
  await scroll(page, 1900)
  await page.locator('#end[data-reveal="shown"][data-still]').waitFor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await running(page)
  t.equal(await page.locator('[data-reveal]').count(), 4)
  t.equal(await page.locator('[data-reveal="waiting"]').count(), 0, 'with reduced motion')
})

async function revealPage({ newVisitor }: World) {
  const visit = await newVisitor({ ...low, ...inMotion })
  await visit.page.addInitScript(() => {
    const add = (id: string, top: number) => {
      const element = document.createElement('button')
      Object.assign(element, { id, textContent: id })
      element.setAttribute('data-reveal', '')
      Object.assign(element.style, { position: 'absolute', top: `${top}px`, height: '20px', left: '0' })
      document.body.append(element)
    }
    const addAll = () => {
      add('above', 100)
      add('below', 1000)
      add('end', 2000)
      add('last', 2980)
    }
    // The document is interactive before its modules run.
    document.addEventListener('readystatechange', addAll, { once: true })
  })
  await visit.page.goto('/en/contact')
  await running(visit.page)
  await visit.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  return visit
}

/** Resolves after the observer callback. */
async function scroll(page: Page, top: number): Promise<void> {
  await page.evaluate(async (top) => {
    const told = new Promise((done) => addEventListener('scroll', done, { once: true }))
    scrollTo({ top, behavior: 'instant' })
    await told
  }, top)
}
