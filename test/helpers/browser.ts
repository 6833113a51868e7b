// Chromium for tests: one browser for each process, a fresh site for each test, all errors recorded.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import root, { type Test } from 'tap'
import { takeTab } from './browser-contexts.ts'
import { ifLong } from './long.ts'
import { createSite, type Site } from './site.ts'

export const fixtureFolder = join(import.meta.dirname, '../fixtures/content')

/** The headless shell is the same browser with less overhead for each page. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env['CHROMIUM_PATH'] || programs.find(existsSync) || programs[1]!
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A renderer for each test instead of some: a quarter of the CPU.
  '--renderer-process-limit=1',
]
/** Timeout of each wait, in milliseconds; reached only by failures. */
export const timeoutMs = Number(process.env['BROWSER_TIMEOUT_MS'] ?? 60_000)
const wide = { width: 1280, height: 800 }
/** Reduced motion, except in tests of it: saves CPU. */
const defaults = { locale: 'zh-CN', viewport: wide, colorScheme: 'light', reducedMotion: 'reduce' } as const
export const inMotion = { reducedMotion: 'no-preference' } as const

export type Visit = {
  page: Page
  context: Awaited<ReturnType<typeof takeTab>>['context']
  /** Console errors and warnings, page errors, dialogs, policy violations, failed requests and error responses. */
  trouble: string[]
  /** Path and query of each request, oldest first. */
  requests: string[]
}

type StartedSite = { site: Site; base: string }

export type World = {
  site: Site
  /** The site's URL without a trailing slash. */
  base: string
  /** An empty tab of a new visitor; in Chinese by default. */
  newVisitor: (options?: VisitorOptions) => Promise<Visit>
  /** A new visitor on a page that is hydrated. */
  visit: (path: string, options?: VisitorOptions) => Promise<Visit>
}

/**
 * Save-Data is on, so that only the test causes requests; off with `prefetch`. The visitor id is off, because computing
 * it takes a browser longer than loading a page; on with `fingerprint`.
 */
type VisitorOptions = Omit<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> & {
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  prefetch?: boolean
  fingerprint?: boolean
}

type SiteOptions = NonNullable<Parameters<typeof createSite>[1]>
type Run = (t: Test, world: World) => Promise<void>
type DeclareOne = (sentence: string, run: Run, site?: SiteOptions) => void
/** `long`: one that a short run leaves out. */
type Declare = DeclareOne & { long: DeclareOne }
/**
 * `shared`: over the site that the shared ones of the process have together, so that their rules at its upstream are for
 * what no other test asks for.
 */
type BrowserTest = Declare & { shared: Declare }

/**
 * Tests in the process's browser. Without a Chromium the file is skipped, or fails where BROWSER_TESTS=required is set.
 * Sites show the fixture content by default.
 */
export async function createBrowserTest(t: Test, ofFile: SiteOptions = {}): Promise<BrowserTest> {
  const browser = await startBrowser(t)
  const one =
    (start: typeof startSite, ofTest = {}): DeclareOne =>
    (sentence, run, site = {}) => {
      if (!browser) return
      // tap writes to the options of a test.
      t.test(sentence, { ...ofTest }, async (t) =>
        run(t, createWorld(t, browser, await start(t, { folder: fixtureFolder, ...ofFile, ...site }))),
      )
    }
  const declare = (start: typeof startSite) => Object.assign(one(start), { long: one(start, ifLong) })
  return Object.assign(declare(startSite), { shared: declare(sharedSite) })
}

/** By their options. */
const sharedSites = new Map<string, Promise<StartedSite>>()

/** Starts with the first test that needs it: the first load of a site costs a browser as much as two later ones. */
function sharedSite(_t: Test, options: SiteOptions): Promise<StartedSite> {
  const key = JSON.stringify(options)
  const site = sharedSites.get(key) ?? startSite(root, { ...options, config: withoutLimits })
  sharedSites.set(key, site)
  return site
}

/** One visitor after the other has the same address. */
const withoutLimits = { formRateLimit: 0, addressRate: 10_000 }

let started: Promise<Browser> | undefined
/** A plan is made once; a file may ask for the browser of several sites. */
const skipped = new WeakSet<Test>()

/** The browser of this process; undefined, and the test skipped or failed, where there is no Chromium. */
export async function startBrowser(t: Test): Promise<Browser | undefined> {
  if (existsSync(executablePath)) {
    if (!(await started)?.isConnected()) {
      const browser = chromium.launch({ executablePath, args: flags })
      root.teardown(async () => (await browser).close())
      started = browser
    }
    return started
  }
  const missing = `no Chromium at ${executablePath}: set CHROMIUM_PATH`
  if (process.env['BROWSER_TESTS'] === 'required') t.fail(missing)
  else if (!skipped.has(t)) t.plan(0, missing)
  skipped.add(t)
  return undefined
}

async function startSite(t: Test, options: SiteOptions): Promise<StartedSite> {
  const site = await createSite(t, options)
  const base = await site.listen()
  // Those of contexts that stay; the end of the site would wait for them.
  t.teardown(() => site.app.server.closeAllConnections())
  return { site, base }
}

function createWorld(t: Test, browser: Browser, { site, base }: StartedSite): World {
  const newVisitor: World['newVisitor'] = async (given = {}) => {
    const { viewport = wide, colorScheme = 'light', reducedMotion = 'reduce', ...others } = given
    const options = { prefetch: false, fingerprint: false, ...defaults, ...others }
    const { context, page, release } = await takeTab(browser, options, base)
    t.teardown(release)
    context.setDefaultTimeout(timeoutMs)
    if (!isDeepStrictEqual(page.viewportSize(), viewport)) await page.setViewportSize(viewport)
    await page.emulateMedia({ media: null, colorScheme, reducedMotion })
    return { page, context, ...observe(page, base) }
  }
  const visit: World['visit'] = async (path, options) => {
    const visitor = await newVisitor(options)
    await visitor.page.goto(path)
    await hydrated(visitor.page)
    return visitor
  }
  return { site, base, newVisitor, visit }
}

function observe(page: Page, base: string): Pick<Visit, 'trouble' | 'requests'> {
  const trouble: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => trouble.push(`page error: ${error.message}`))
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => requests.push(request.url().replace(base, '')))
  page.on('requestfailed', (request) => {
    // Requests aborted by a navigation are no failures.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') trouble.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      trouble.push(`answer: ${response.status()} ${response.url().replace(base, '')}`)
  })
  return { trouble, requests }
}

/** All components that are loaded after hydration are present. */
export async function running(page: Page): Promise<void> {
  await page.locator('[data-loading-bar]').waitFor({ state: 'attached' })
}

/** The page is hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** The browser has nothing to do. */
export function idle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((isIdle) => requestIdleCallback(isIdle)))
}

/** A click on a link to this address that is in no page. */
export function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
}

/** Requests for these addresses wait until they are released. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    // A navigation may have ended it.
    await route.continue().catch(() => {})
  })
  return { release }
}

/** Marks the document; the returned function tests whether it is still the same one. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { marked: true }))
  return () => page.evaluate(() => 'marked' in window)
}
