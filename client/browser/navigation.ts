// In-app navigation: loads the page of a link, swaps it in, keeps history and scroll. The page stays where that fails.
import { reloadGuardMs } from '../../shared/constants.ts'
import { isApiError } from '../../shared/errors.ts'
import { islandUrl } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import type { PagePayload } from '../../shared/payload.ts'
import { currentUrl, type HistoryMode, writeEntry } from './history.ts'
import { fetchIsland } from './islands.ts'
import { assertTarget } from './link-guard.ts'
import { loadPayload, needsDocument } from './load-payload.ts'
import type { LoadingBar } from './loading-bar.ts'
import { type Middlewares, runMiddleware } from './middleware.ts'
import { isReachable } from './network.ts'
import type { Prefetch } from './prefetch.ts'
import { report } from './report.ts'
import { createScroll } from './scroll.ts'
import { readSession, writeSession } from './storage.ts'
import { swap } from './swap.ts'
import { createTransition } from './transition.ts'
import type { Visited } from './visited.ts'

type NavigationOptions = {
  page: {
    build: string
    /** Path and query of the page in the document; '' for an error. */
    first: string
    locale: () => Locale
  }
  middlewares: Middlewares
  bar: LoadingBar
  visited: Visited
  take: Prefetch['take']
  /** Whether the server runs another build. */
  isOutdated: () => boolean
  on: {
    /** `isQueryOnly`: neither scroll nor focus move. */
    entered: (isQueryOnly: boolean) => void
    /** The page stays. `message` is '' for the default text; `retry` repeats the navigation. */
    failed: (message: string, retry?: () => void) => void
  }
}

export type Navigation = {
  /** Throws where the target is not allowed; another site needs `external`. */
  navigateTo: (to: string, options?: { external?: boolean }) => void
  /** Path and query of the page shown. */
  current: () => string
}

export function createNavigation(options: NavigationOptions): Navigation {
  const { page, middlewares, bar, visited } = options
  const { build } = page
  const shown = createShown(options)
  let running = new AbortController()

  const go = async (to: string, mode: HistoryMode): Promise<void> => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    const { url: target, hash } = splitHash(to)
    if (shown.leave(target, hash, mode)) return
    bar.start()
    try {
      const url = runMiddleware(middlewares, () => ['redirects'], target)
      if (options.isOutdated() && (await isReachable())) return loadDocument(url + hash, mode)
      const prefetched = await options.take(url)?.catch(() => undefined)
      const payload = prefetched ?? (await loadPayload(url, { build, signal }))
      // A history navigation to a redirected URL replaces its entry.
      const entryMode = mode === 'pop' && url !== target ? 'replace' : mode
      if (!signal.aborted) await shown.enter({ url, hash, payload, mode: entryMode, signal })
    } catch (error) {
      if (!signal.aborted) await fail(error, to, mode, signal)
    }
  }

  const loadDocument = (to: string, mode: HistoryMode) => {
    bar.end('done')
    if (mode === 'pop' && to === currentUrl()) location.reload()
    else location.assign(to)
  }

  const fail = async (error: unknown, to: string, mode: HistoryMode, signal: AbortSignal) => {
    const { url, hash } = splitHash(to)
    const hasDocument = error instanceof Error && error.name === 'NeedsDocument'
    const isUnreachable = hasDocument ? !(await isReachable()) : isApiError(error) && isWithoutResponse(error)
    if (signal.aborted) return
    if (hasDocument || isApiError(error)) console.error(error)
    else report('render', error)
    if (hasDocument && !isUnreachable && mayReload(url)) return loadDocument(to, mode)
    const known = isUnreachable ? visited.find(url) : undefined
    if (known) return void shown.enter({ url, hash, payload: known, mode, signal })
    visited.returnToShown()
    const message = isApiError(error) ? error.message : ''
    options.on.failed(message, isUnreachable ? () => void go(to, 'push') : undefined)
    bar.end('error')
  }

  addEventListener('popstate', () => void go(currentUrl(), 'pop'))

  return {
    navigateTo(to, settings = {}) {
      assertTarget(to, location.origin, settings)
      const target = new URL(to, location.href)
      if (target.origin === location.origin) void go(target.pathname + target.search + target.hash, 'push')
      else location.assign(to)
    },
    current: shown.current,
  }
}

type Arrival = { url: string; hash: string; payload: PagePayload; mode: HistoryMode; signal: AbortSignal }

/** The page that is shown, and its exchange for another. */
function createShown({ page, bar, visited, on }: NavigationOptions) {
  const scroll = createScroll()
  const transition = createTransition()
  const loadShell = createShells(page.build)
  let current = page.first
  scroll.start()

  return {
    current: () => current,

    /** True where the target is the page that is shown. */
    leave(url: string, hash: string, mode: HistoryMode): boolean {
      scroll.save()
      transition.reset()
      if (url !== current) return false
      writeEntry(mode === 'push' && url + hash === currentUrl() ? 'replace' : mode, url + hash)
      scroll.arrive(mode === 'pop', hash, false)
      bar.end('done')
      return true
    },

    async enter({ url, hash, payload, mode, signal }: Arrival): Promise<void> {
      const shell = payload.locale === page.locale() ? undefined : await loadShell(payload.locale, signal)
      const isQueryOnly = splitUrl(url).pathname === splitUrl(current).pathname && !isFromHeader()
      const update = () => {
        writeEntry(mode, url + hash)
        swap({ payload, shell, isQueryOnly })
        current = url
        visited.add(url, payload)
        scroll.arrive(mode === 'pop', hash, isQueryOnly && !hash)
        on.entered(isQueryOnly && !hash)
        bar.end('done')
      }
      if (!isQueryOnly) await transition.run({ from: current, to: url, html: payload.main, signal, update })
      else if (!signal.aborted) update()
    },
  }
}

/** Loads the header and footer of the other language, once. */
function createShells(build: string) {
  const shells = new Map<Locale, string>()
  return async (locale: Locale, signal: AbortSignal): Promise<string> => {
    const url = islandUrl({ name: 'Shell', props: { locale } }, build)
    const shell =
      shells.get(locale) ??
      (await fetchIsland(url, signal).catch((error: unknown) => {
        throw needsDocument(String(error))
      }))
    shells.set(locale, shell)
    return shell
  }
}

/** A search in the header, or a link in it, leads to a page of its own. */
function isFromHeader(): boolean {
  return document.activeElement?.closest('.site-header') != null
}

function isWithoutResponse({ kind }: { kind: string }): boolean {
  return kind === 'network' || kind === 'timeout'
}

function splitHash(to: string): { url: string; hash: string } {
  const mark = to.indexOf('#')
  return mark < 0 ? { url: to, hash: '' } : { url: to.slice(0, mark), hash: to.slice(mark) }
}

const reloadsKey = 'reloads'

/** A navigation loads a document once for each path within the guard interval; never without session storage. */
function mayReload(path: string, now = Date.now()): boolean {
  const times = (readSession(reloadsKey) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(reloadsKey, { ...Object.fromEntries(recent), [path]: now })
}
