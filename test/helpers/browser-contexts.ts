// Browser contexts that one test after the other uses: a new one costs as much CPU as the load of a page.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/** A visitor without a visitor id and with Save-Data, unless these are wanted. */
export type ContextOptions = BrowserContextOptions & { prefetch: boolean; fingerprint: boolean }

/** Of contexts that no test uses. Each has a renderer process. */
const mostFree = 3
const free: { key: string; context: BrowserContext }[] = []

/**
 * Storage is that of a new context, because each site has a port of its own. Tests add init scripts to pages only:
 * those of a context cannot be removed.
 */
export async function takeContext(browser: Browser, options: ContextOptions): Promise<UsedContext> {
  const key = JSON.stringify(options)
  const index = free.findLastIndex((one) => one.key === key && one.context.browser() === browser)
  const context = free.splice(index, index < 0 ? 0 : 1)[0]?.context ?? (await created(browser, options))
  return { context, release: () => release(key, context) }
}

type UsedContext = { context: Omit<BrowserContext, 'addInitScript' | 'close'>; release: () => Promise<void> }

async function created(browser: Browser, { prefetch, fingerprint, ...options }: ContextOptions) {
  const context = await browser.newContext(options)
  if (!prefetch) await context.addInitScript(saveData)
  if (!fingerprint) await context.addInitScript(refuseFingerprint)
  // Without a page the renderer process ends.
  await context.newPage()
  return context
}

async function release(key: string, context: BrowserContext): Promise<void> {
  const [, ...pages] = context.pages()
  // Ignores errors of requests that are still held at the end of the test.
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(pages.map((page) => page.close()))
  await context.clearCookies()
  await context.setOffline(false)
  free.push({ key, context })
  if (free.length > mostFree) await free.shift()?.context.close()
}

function refuseFingerprint() {
  Object.defineProperty(Navigator.prototype, 'doNotTrack', { configurable: true, get: () => '1' })
}

function saveData() {
  const connection = (navigator as Navigator & { connection?: object }).connection ?? {}
  Object.defineProperty(connection, 'saveData', { value: true })
}
