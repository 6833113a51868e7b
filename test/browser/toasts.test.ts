// Toasts: duration, position, counting of equal toasts.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)

test('a toast closes after 3000 ms, and a sticky one stays, above the menu of a phone', async (t, world) => {
  const { page } = await visitPaused(world, '/en', { viewport: { width: 360, height: 740 } })
  await show(page, { text: 'Short' })
  await show(page, { text: 'Sticky', type: 'success', durationMs: 0 })
  t.strictSame(await page.locator('[data-toast]').evaluateAll(attributes), [
    { type: 'info', role: 'status' },
    { type: 'success', role: 'status' },
  ])
  await page.clock.runFor(2999)
  t.equal(await toasts(page, 'Short').count(), 1)
  await page.clock.runFor(1)
  t.equal(await toasts(page, 'Short').count(), 0)
  await page.clock.runFor(60_000)
  await toasts(page, 'Sticky').getByRole('button', { name: 'Close' }).click()
  t.equal(await page.locator('[data-toast]').count(), 0)

  await page.route(/_payload\.json/, (route) => route.fulfill({ status: 500, json: {} }))
  await page.locator('button.icon-menu').click()
  await page.locator('.menu-panel:popover-open').waitFor()
  await page.locator('.menu-panel .menu-item > a[href="/en/news"]').click()
  await page.locator('[data-toast]').waitFor()
  const isOnTop = await page.locator('[data-toast]').evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  t.ok(isOnTop)
  t.ok(await page.locator('[data-loading-bar]').evaluate((bar) => bar.matches(':popover-open')))
  t.ok(await page.locator('.menu-panel').isVisible())
})

test.long('equal toasts are counted up to 99+ and restart the timer', async (t, world) => {
  const { page } = await visitPaused(world, '/en')
  await show(page, { text: 'Again', type: 'error' })
  t.equal(await page.locator('[data-repeat]').count(), 0)
  await page.clock.runFor(2000)
  await show(page, { text: 'Again', type: 'error' })
  t.equal(await page.locator('[data-toast]').count(), 1)
  t.equal(await page.locator('[data-repeat]').innerText(), '2')
  await page.clock.runFor(2999)
  t.equal(await toasts(page, 'Again').count(), 1)
  await show(page, { text: 'Again', type: 'error' }, 97)
  t.equal(await page.locator('[data-repeat]').innerText(), '99')
  await show(page, { text: 'Again', type: 'error' })
  t.equal(await page.locator('[data-repeat]').innerText(), '99+')
  await show(page, { text: 'Again', type: 'info' })
  t.equal(await page.locator('[data-toast]').count(), 2, 'another type is another toast')
})

test.long('hover and focus pause the timer of a toast, Escape closes it', async (t, world) => {
  const { page } = await visitPaused(world, '/en')
  await show(page, { text: 'Stay' })
  await toasts(page, 'Stay').hover()
  await page.clock.runFor(10_000)
  t.equal(await toasts(page, 'Stay').count(), 1)
  await page.mouse.move(0, 700)
  await page.clock.runFor(2999)
  t.equal(await toasts(page, 'Stay').count(), 1)
  await toasts(page, 'Stay').getByRole('button').focus()
  await page.clock.runFor(10_000)
  t.equal(await toasts(page, 'Stay').count(), 1)
  await page.keyboard.press('Escape')
  t.equal(await toasts(page, 'Stay').count(), 0)
})

test.long('toasts are 16 px from the top and from each other, above everything', async (t, world) => {
  const { page } = await visitPaused(world, '/en', { reducedMotion: 'reduce' })
  await show(page, { text: 'One' })
  const first = await zIndex(page)
  await show(page, { text: 'Two' })
  await show(page, { text: 'Three' })
  const boxes = await page
    .locator('[data-toast]')
    .evaluateAll((all) => all.map((toast) => toast.getBoundingClientRect().toJSON()))
  t.equal(boxes[0].top, 16)
  t.equal(Math.round(boxes[1].top - boxes[0].bottom), 16)
  t.equal(Math.round(boxes[2].top - boxes[1].bottom), 16)
  t.equal(first, 2000)
  t.ok((await zIndex(page)) > first, 'later ones are not lower')
})

type Options = { text: string; type?: string; durationMs?: number }

async function show(page: Page, options: Options, times = 1): Promise<void> {
  await page.evaluate(
    async ([detail, times]) => {
      for (let count = 0; count < times; count++)
        document.dispatchEvent(new CustomEvent('site:toast', { detail }))
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(undefined)
      })
    },
    [options, times] as const,
  )
}

function toasts(page: Page, text: string) {
  return page.locator('[data-toast]').filter({ hasText: text })
}

function attributes(all: (HTMLElement | SVGElement)[]) {
  return all.map((toast) => ({ type: toast.dataset['type'], role: toast.getAttribute('role') }))
}

function zIndex(page: Page): Promise<number> {
  return page.locator('[data-toasts]').evaluate((list: HTMLElement) => Number(list.style.zIndex))
}
