// Tabs that one test after the other uses: a new context, and a new tab in it, cost as much CPU as the load of a page.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** A visitor without a visitor id and with Save-Data, unless these are wanted. */
type ContextOptions = BrowserContextOptions & { prefetch: boolean; fingerprint: boolean }

/** The most tabs that no test uses. Each has a renderer process. */
const mostFree = 4
type Tab = { key: string; context: BrowserContext; page: Page; session: CDPSession }
const free: Tab[] = []
const observed = ['console', 'pageerror', 'dialog', 'request', 'requestfailed', 'response'] as const

type UsedTab = {
  context: Omit<BrowserContext, 'addInitScript' | 'clock' | 'close' | 'newPage'>
  page: Page
  release: () => Promise<void>
}

/** The tab is that of a new visitor: no cookies, no storage, no history. */
export async function takeTab(browser: Browser, options: ContextOptions, base: string): Promise<UsedTab> {
  const key = JSON.stringify(options)
  const index = free.findLastIndex((one) => one.key === key && one.context.browser() === browser)
  const tab = free.splice(index, index < 0 ? 0 : 1)[0] ?? (await created(browser, options, key))
  const { context, page } = tab
  const used = new Set<string>()
  for (const name of ['clock', 'addInitScript'] as const) {
    const value = name === 'clock' ? page.clock : page.addInitScript.bind(page)
    const get = () => used.add(name) && value
    Object.defineProperty(page, name, { configurable: true, get })
  }
  const { goto, waitForURL } = page
  // The option `baseURL` is of a context, which several sites use.
  page.goto = (path, to) => goto.call(page, new URL(path, base).href, to)
  page.waitForURL = (url, to) =>
    waitForURL.call(page, typeof url === 'string' && url.startsWith('/') ? base + url : url, to)
  return {
    context,
    page,
    release: async () => {
      Object.assign(page, { goto, waitForURL })
      for (const event of observed) page.removeAllListeners(event)
      await unroute(context)
      // The clock is that of the context, and stays installed.
      if (used.has('clock')) return context.close()
      try {
        free.push(await cleaned(tab, `${base}/robots.txt`, used.has('addInitScript')))
      } catch {
        await context.close()
      }
      if (free.length > mostFree) await free.shift()?.context.close()
    },
  }
}

async function created(browser: Browser, options: ContextOptions, key: string): Promise<Tab> {
  const { prefetch, fingerprint, ...others } = options
  const context = await browser.newContext(others)
  if (!prefetch) await context.addInitScript(saveData)
  if (!fingerprint) await context.addInitScript(refuseFingerprint)
  await context.addInitScript(reportViolations)
  return { key, context, ...(await newTab(context)) }
}

async function newTab(context: BrowserContext) {
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page) }
}

/** Init scripts of a tab cannot be removed. Storage is cleared after the program has stored what it stores at the end. */
async function cleaned(tab: Tab, address: string, hasScripts: boolean): Promise<Tab> {
  const { context, page, session } = tab
  // Without a page the renderer process ends.
  const next = hasScripts ? { ...tab, ...(await newTab(context)) } : tab
  for (const other of context.pages()) if (other !== page && other !== next.page) await other.close()
  await context.setOffline(false)
  await page.mouse.up()
  await page.mouse.move(-1, -1)
  await page.goto(address)
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  await session.send('Page.resetNavigationHistory')
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  if (hasScripts) await page.close()
  return next
}

/** Ignores errors of requests that are still held at the end of the test. */
async function unroute(context: BrowserContext): Promise<void> {
  for (const one of [context, ...context.pages()]) await one.unrouteAll({ behavior: 'ignoreErrors' })
}

function refuseFingerprint() {
  Object.defineProperty(Navigator.prototype, 'doNotTrack', { configurable: true, get: () => '1' })
}

function saveData() {
  const connection = (navigator as Navigator & { connection?: object }).connection ?? {}
  Object.defineProperty(connection, 'saveData', { value: true })
}

function reportViolations() {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  )
}
