// Browser contexts that one test after the other uses: a new one costs as much CPU as the load of a page.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A visitor without a visitor id and with Save-Data, unless these are wanted. */
type ContextOptions = BrowserContextOptions & { prefetch: boolean; fingerprint: boolean }

/** The most contexts that no test uses. Each has a renderer process. */
const mostFree = 3
const free: { key: string; context: BrowserContext }[] = []

/**
 * Cookies are those of a new context; local storage is, where the site is another one. Tests add init scripts to pages only:
 * those of a context cannot be removed.
 */
export async function takeContext(browser: Browser, options: ContextOptions): Promise<UsedContext> {
  const key = JSON.stringify(options)
  const index = free.findLastIndex((one) => one.key === key && one.context.browser() === browser)
  const context = free.splice(index, index < 0 ? 0 : 1)[0]?.context ?? (await created(browser, options))
  let isReusable = true
  return {
    context,
    release: () => (isReusable ? release(key, context) : close(context)),
    newPage: async () => {
      const page = await context.newPage()
      const { clock } = page
      const get = () => {
        isReusable = false
        return clock
      }
      // The clock is that of the context, and stays installed.
      return Object.defineProperty(page, 'clock', { get })
    },
  }
}

type UsedContext = {
  context: Omit<BrowserContext, 'addInitScript' | 'clock' | 'close' | 'newPage'>
  newPage: () => Promise<Page>
  release: () => Promise<void>
}

async function created(browser: Browser, { prefetch, fingerprint, ...options }: ContextOptions) {
  const context = await browser.newContext(options)
  if (!prefetch) await context.addInitScript(saveData)
  if (!fingerprint) await context.addInitScript(refuseFingerprint)
  // Without a page the renderer process ends.
  await context.newPage()
  return context
}

async function release(key: string, context: BrowserContext): Promise<void> {
  await unroute(context)
  const [, ...pages] = context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await context.clearCookies()
  await context.setOffline(false)
  free.push({ key, context })
  if (free.length > mostFree) await free.shift()?.context.close()
}

async function close(context: BrowserContext): Promise<void> {
  await unroute(context)
  await context.close()
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
