// Page change: transition, scroll position, focus, announcement.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, follow, holdRequests, inMotion, running } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { until } from '../helpers/until.ts'
import { visitPaused } from './clock.ts'

const { shared: test } = await createBrowserTest(t)
const { shared: sampleTest } = await createBrowserTest(t, { folder: sampleFolder })

test('page transition out-in: the old page leaves, the new one enters and is announced', async (t, world) => {
  const { page, trouble } = await world.visit('/en', inMotion)
  await running(page)
  const announcer = page.locator('[data-announcer][role="status"]')
  t.equal(await announcer.textContent(), '', 'not on the first load')
  await record(page)
  const { release } = await holdRequests(page, /\/_payload\.json/)
  await follow(page, '/en/news?page_size=1')
  t.equal(await page.locator('[data-page="home"]').count(), 1)
  t.equal(await page.locator('html[data-transition]').count(), 0, 'nothing moves while it loads')
  release()
  await page.locator('[data-page="news-list"]').waitFor()
  await page.locator('html:not([data-transition])').waitFor({ state: 'attached' })
  const states = ['leave home', 'enter news-list', ' news-list']
  t.strictSame(await recorded(page), states)
  await announcer.getByText('News | Meter Works').waitFor({ state: 'attached' })
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')

  await page.locator('.pagination a[rel="next"]').click()
  await page.getByRole('link', { name: 'Holidays' }).waitFor()
  await announcer.getByText('Page 2').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement?.id === 'list')
  t.strictSame(await recorded(page), states, 'none in pagination')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Holidays' }).click()
  await announcer.getByText('Holidays | Meter Works').waitFor({ state: 'attached' })
  t.equal(await page.evaluate(() => document.activeElement?.textContent), 'Holidays')
  t.strictSame(await recorded(page), states, 'none with reduced motion')
  t.strictSame(trouble, [])
})

sampleTest.long('the picture of a card becomes the picture of the page, and returns', async (t, world) => {
  const { page, trouble } = await world.visit('/en/product', inMotion)
  await running(page)
  await record(page)
  const card = page.locator('.card-title a[href="/en/product/102"]')
  await stopMove(page)
  await card.click()
  t.strictSame(await moved(page), ['picture'])
  t.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
  t.equal(await page.locator('.gallery[style*="picture"]').count(), 1)
  await endMove(page)
  await until(async () => (await page.locator('[style*="view-transition"]').count()) === 0)

  await stopMove(page)
  await page.goBack()
  t.strictSame(await moved(page), ['picture'])
  t.equal(await page.locator('.card:has(a[href="/en/product/102"]) [style*="picture"]').count(), 1)
  await endMove(page)
  t.strictSame(await recorded(page), [
    ...['move product-list', 'enter product-detail', ' product-detail'],
    ...['move product-detail', 'enter product-list', ' product-list'],
  ])
  t.strictSame(trouble, [])
})

test.long('a transition that does not end times out', async (t, world) => {
  const { page } = await visitPaused(world, '/en', inMotion)
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const animate = main?.animate.bind(main)
    animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: 1e9 })
  })
  await page.locator('nav[data-menu] a[href="/en/news"]').click()
  await page.locator('html[data-transition="leave"]').waitFor({ state: 'attached' })
  await page.clock.runFor(499)
  t.equal(await page.locator('[data-page="home"]').count(), 1)
  await page.clock.runFor(1)
  await page.locator('[data-page="news-list"]').waitFor()
})

sampleTest.long('an enquiry by keyboard: at most 25 times Tab', async (t, { visit }) => {
  const { page } = await visit('/en')
  let tabs = 0
  const tabTo = async (name: string) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (; tabs < 25 && (await focused()) !== name; tabs++) await page.keyboard.press('Tab')
    t.equal(await focused(), name)
  }
  for (const name of ['Skip to content', 'Contact us']) {
    await tabTo(name)
    await page.keyboard.press('Enter')
  }
  await page.locator('[data-page="contact"]').waitFor()
  await tabTo('Send')
})

type Move = { groups: string[]; end: () => void }

/** The next view transition stops at its start. */
async function stopMove(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      document.startViewTransition = start
      const transition = start(update)
      transition.skipTransition = () => {}
      transition.ready.then(() => {
        const animations = document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition'))
        for (const animation of animations) animation.pause()
        const groups = animations.flatMap(
          ({ effect }) => /group\((.*)\)/.exec((effect as KeyframeEffect).pseudoElement ?? '')?.[1] ?? [],
        )
        const end = () => {
          for (const animation of animations) animation.finish()
        }
        Object.assign(window, { move: { groups: groups.sort(), end } satisfies Move })
      })
      return transition
    }
  })
}

/** The names of what moves. */
async function moved(page: Page): Promise<string[]> {
  await page.waitForFunction(() => 'move' in window)
  return page.evaluate(() => (window as unknown as { move: Move }).move.groups)
}

async function endMove(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as unknown as { move: Move }).move.end()
    Reflect.deleteProperty(window, 'move')
  })
  await page.locator('html:not([data-transition])').waitFor({ state: 'attached' })
}

/** Records each state of the transition with the page shown. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: string[] = []
    Object.assign(window, { notes })
    new MutationObserver(() => {
      const { transition = '' } = document.documentElement.dataset
      notes.push(`${transition} ${document.querySelector<HTMLElement>('[data-page]')?.dataset['page']}`)
    }).observe(document.documentElement, { attributeFilter: ['data-transition'] })
  })
}

function recorded(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { notes: string[] }).notes)
}
