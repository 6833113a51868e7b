// A long visit: a visitor who navigates at random, while some requests fail, has a whole page after each step, and nothing of
// the pages before stays in memory. WALK_STEPS=200 is the full length.
import type { CDPSession, Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'
import { createRandom, type Random } from '../helpers/random.ts'
import { until } from '../helpers/until.ts'

const { shared: test } = await createBrowserTest(t)
const steps = Number(process.env['WALK_STEPS'] ?? 25)
const seed = Number(process.env['WALK_SEED'] ?? 7)
const failureShare = 0.15
const links = [
  'a[data-locale-switch]',
  'nav[data-menu] a[href^="/"]',
  'main a[href^="/"]:not([download]):not([href^="/media"])',
]

test(`${steps} steps with failures, seed ${seed}`, async (t, { newVisitor }) => {
  const { page, trouble } = await newVisitor()
  await page.goto('/en')
  await settled(page)
  const random = createRandom(seed)
  await page.route(/\/_payload\.json/, (route) => {
    const chance = random.below(1000) / 1000
    if (chance < failureShare / 2) return route.abort()
    if (chance < failureShare) return route.fulfill({ status: 500, body: '{}' })
    return route.continue()
  })
  const session = await page.context().newCDPSession(page)
  let before = await counters(session)
  for (let step = 0; step < steps; step++) {
    await takeStep(page, random)
    await settled(page)
    const shown = await page.locator('main [data-page], main [data-error-page]').count()
    if (shown !== 1 || (await page.title()) === '') t.fail(`step ${step}: ${shown} pages at ${page.url()}`)
    if (step === 10) before = await counters(session)
  }
  t.strictSame(
    trouble.filter(
      (line) => !/payload|Failed to load resource|ERR_FAILED|ApiError|Failed to fetch/.test(line),
    ),
    [],
  )
  const after = await counters(session)
  t.ok(after.nodes < before.nodes + 4000, `nodes: ${before.nodes}, then ${after.nodes}`)
  const [first, last] = [before.jsEventListeners, after.jsEventListeners]
  t.ok(last < first + 100, `listeners: ${first}, then ${last}`)
})

/** As a script: whether a menu is open does not matter, and Playwright does not wait for a navigation that is cancelled. */
function takeStep(page: Page, random: Random): Promise<void> {
  const [kind, chance] = [random.below(5), random.below(1000) / 1000]
  return page.evaluate(
    ([kind, chance, selector]) => {
      const { canGoBack, canGoForward } = navigation
      if (kind === 0 && canGoBack) return history.back()
      if (kind === 1 && canGoForward) return history.forward()
      const found = [...document.querySelectorAll<HTMLAnchorElement>(selector)]
      found[Math.floor(chance * found.length)]?.click()
    },
    [kind, chance, links[kind % links.length]!] as const,
  )
}

/** Nothing is loading, nothing is animated, and the page is hydrated. A document that is unloaded meanwhile is not idle. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await hydrated(page)
  await running(page)
  const look = async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    const bar = document.querySelector<HTMLElement>('[data-loading-bar]')
    return (
      bar?.dataset['state'] === 'idle' &&
      !document.documentElement.dataset['transition'] &&
      !navigation.transition
    )
  }
  await until(() => page.evaluate(look).catch(() => false))
}

async function counters(session: CDPSession): Promise<{ nodes: number; jsEventListeners: number }> {
  await session.send('HeapProfiler.collectGarbage')
  return session.send('Memory.getDOMCounters')
}
