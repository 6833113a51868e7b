// Random walk: a visitor navigates at random while the network fails at times. WALK_STEPS=200 is the full length.
import type { CDPSession, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { createBrowserTest, hydrated, running } from '../helpers/browser.ts'
import { createRandom, type Random } from '../helpers/random.ts'
import { longBody, replaceBody } from './rules.ts'

const test = await createBrowserTest(t)
const steps = Number(process.env['WALK_STEPS'] ?? 25)
const seed = Number(process.env['WALK_SEED'] ?? 7)
const mostTries = 600
const failureShare = 0.15
/** The sample has no privacy page, which the contact page requests. */
const expected =
  /payload|Failed to load resource|ERR_FAILED|ApiError|answer: 5\d\d|answer: 404 .*info\/privacy|Failed to fetch/
const low = { viewport: { width: 900, height: 500 } }

test(`${steps} steps with failures, seed ${seed}`, async (t, { site, newVisitor }) => {
  replaceBody(site.origin, 1, longBody('<a href="/en/news/2">onwards</a>'))
  const { page, trouble } = await newVisitor(low)
  await countFetches(page)
  await page.goto('/en')
  await settled(page)
  const random = createRandom(seed)
  await failNowAndThen(page, random)
  const session = await page.context().newCDPSession(page)
  let before = await counters(session)
  for (let step = 0; step < steps; step++) {
    const name = await takeStep(page, random)
    // Back beyond the first page: the tab may not have its history at hand yet.
    if (page.url() === 'about:blank')
      await page.goForward({ waitUntil: 'commit' }).catch(() => page.goto('/en'))
    await settled(page)
    await isWhole(t, page, `step ${step}, ${name}`)
    if (step === 10) before = await counters(session)
  }
  const unexpected = trouble.filter((line) => !expected.test(line))
  t.strictSame(unexpected, [], 'no other trouble')
  await grewLittle(t, before, await counters(session))
})

async function takeStep(page: Page, random: Random): Promise<string> {
  const pick = random.below(8)
  if (pick === 0)
    return page.goBack({ waitUntil: 'commit' }).then(
      () => 'back',
      () => 'back',
    )
  if (pick === 1)
    return page.goForward({ waitUntil: 'commit' }).then(
      () => 'forward',
      () => 'forward',
    )
  if (pick === 2) return clickOneOf(page, random, 'a[data-locale-switch]')
  if (pick === 3) return search(page, random)
  if (pick < 6) return clickOneOf(page, random, 'nav[data-menu] a[href^="/"]')
  return clickOneOf(page, random, 'main a[href^="/"]:not([download]):not([href^="/media"])')
}

/** A click as a script makes it: whether a menu is open does not matter here. */
async function clickOneOf(page: Page, random: Random, selector: string): Promise<string> {
  const chance = random.below(1000) / 1000
  const clicked = await page.evaluate(
    ([selector, chance]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(selector)]
      const link = links[Math.floor(chance * links.length)]
      link?.click()
      return link?.getAttribute('href') ?? 'nothing'
    },
    [selector, chance] as const,
  )
  return clicked
}

async function search(page: Page, random: Random): Promise<string> {
  const word = random.pick(['fair', '放假', 'zzz'])
  await page.evaluate((word) => {
    const form = document.querySelector<HTMLFormElement>('form[role="search"]')
    const input = form?.querySelector<HTMLInputElement>('input[name="keywords"]')
    if (input) input.value = word
    form?.requestSubmit()
  }, word)
  return `search ${word}`
}

async function failNowAndThen(page: Page, random: Random): Promise<void> {
  await page.route(/\/_payload\.json|\/api\/home\//, (route) => {
    const chance = random.below(1000) / 1000
    if (chance < failureShare / 2) return route.abort()
    if (chance < failureShare) return route.fulfill({ status: 500, body: '{}' })
    return route.continue()
  })
}

/** Counts the page's own requests, without background refreshes of the cache. */
function countFetches(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { fetch } = window
    const counted = Object.assign(window, { fetches: 0 })
    window.fetch = (...asked) => {
      counted.fetches += 1
      return fetch(...asked).finally(() => {
        counted.fetches -= 1
      })
    }
  })
}

/** Nothing is loading, nothing is animated, and the page is hydrated. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await hydrated(page)
  await running(page)
  let still = 0
  for (let tries = 0; still < 2 && tries < mostTries; tries++) still = (await isStill(page)) ? still + 1 : 0
  if (still < 2) throw new Error(`never still at ${page.url()}`)
}

/** A document that is unloaded meanwhile is not idle. */
function isStill(page: Page): Promise<boolean> {
  const look = async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    const bar = document.querySelector<HTMLElement>('[data-loading-bar]')
    const { transition } = document.documentElement.dataset
    const { fetches } = window as unknown as { fetches: number }
    return bar?.dataset['state'] === 'idle' && transition === undefined && fetches === 0
  }
  return page.evaluate(look).catch(() => false)
}

async function isWhole(t: Test, page: Page, step: string): Promise<void> {
  const shown = await page.locator('main [data-page], main [data-error-page]').count()
  if (shown !== 1) t.fail(`${step}: ${shown} pages at ${page.url()}`)
  const title = await page.title()
  if (title === '') t.fail(`${step}: no title`)
}

type Counters = { nodes: number; jsEventListeners: number }

async function counters(session: CDPSession): Promise<Counters> {
  await session.send('HeapProfiler.collectGarbage')
  return session.send('Memory.getDOMCounters')
}

async function grewLittle(t: Test, before: Counters, after: Counters): Promise<void> {
  t.ok(after.nodes < before.nodes + 4000, `nodes: ${before.nodes}, then ${after.nodes}`)
  const { jsEventListeners: first } = before
  t.ok(after.jsEventListeners < first + 100, `listeners: ${first}, then ${after.jsEventListeners}`)
}
