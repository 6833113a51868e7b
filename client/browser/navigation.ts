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
import type { Report } from './report.ts'
import { createScroll } from './scroll.ts'
import { readSession, writeSession } from './storage.ts'
import { swap } from './swap.ts'
import type { Transition } from './transition.ts'
import type { Visited } from './visited.ts'

/** `error` red, `left`: the browser loads a document. */
type Outcome = 'done' | 'failed' | 'left'

type NavigationOptions = {
  build: string
  /** Path and query of the page in the document; '' for an error. */
  first: string
  locale: () => Locale
  middlewares: Middlewares
  bar: LoadingBar
  transition: Transition
  visited: Visited
  take: Prefetch['take']
  /** Whether the server runs another build. */
  isOutdated: () => boolean
  /** `isQueryOnly`: neither scroll nor focus move. */
  entered: (isQueryOnly: boolean) => void
  /** The page stays. `message` is '' for the default text; `retry` repeats the navigation. */
  failed: (message: string, retry?: () => void) => void
  report: Report
}

export type Navigation = {
  /** Throws where the target is not allowed; another site needs `external`. */
  navigateTo: (to: string, options?: { external?: boolean }) => void
  /** Path and query of the page shown. */
  current: () => string
}

export function createNavigation(options: NavigationOptions): Navigation {
  const { build, middlewares, bar, transition, visited, report } = options
  const scroll = createScroll()
  const shells = new Map<Locale, string>()
  let current = options.first
  let running = new AbortController()

  const ended = (outcome: Outcome) => bar.end(outcome === 'failed' ? 'error' : 'done')

  const go = async (to: string, mode: HistoryMode): Promise<void> => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    scroll.save()
    const { url: target, hash } = splitHash(to)
    transition.reset()
    if (target === current) return stayOnPage(target, hash, mode)
    bar.start()
    try {
      const url = runMiddleware(middlewares, () => ['redirects'], target)
      if (options.isOutdated() && (await isReachable())) return loadDocument(url + hash, mode)
      const payload = await payloadOf(url, signal)
      // A history navigation to a redirected URL replaces its entry.
      const entryMode = mode === 'pop' && url !== target ? 'replace' : mode
      if (!signal.aborted) await show({ url, hash, payload, mode: entryMode, signal })
    } catch (error) {
      if (!signal.aborted) await fail(error, to, mode, signal)
    }
  }

  const payloadOf = async (url: string, signal: AbortSignal): Promise<PagePayload> =>
    (await options.take(url)?.catch(() => undefined)) ?? loadPayload(url, { build, signal })

  const stayOnPage = (url: string, hash: string, mode: HistoryMode) => {
    writeEntry(mode === 'push' && url + hash === currentUrl() ? 'replace' : mode, url + hash)
    scroll.arrive(mode === 'pop', hash, false)
    ended('done')
  }

  type Arrival = { url: string; hash: string; payload: PagePayload; mode: HistoryMode; signal: AbortSignal }

  const show = async ({ url, hash, payload, mode, signal }: Arrival) => {
    const shell = payload.locale === options.locale() ? undefined : await loadShell(payload.locale, signal)
    const isQueryOnly = splitUrl(url).pathname === splitUrl(current).pathname && !isFromHeader()
    const update = () => {
      writeEntry(mode, url + hash)
      swap({ payload, shell, isQueryOnly })
      current = url
      visited.add(url, payload)
      scroll.arrive(mode === 'pop', hash, isQueryOnly && !hash)
      options.entered(isQueryOnly && !hash)
      ended('done')
    }
    if (!isQueryOnly) await transition.run({ from: current, to: url, html: payload.main, signal, update })
    else if (!signal.aborted) update()
  }

  const loadShell = async (locale: Locale, signal: AbortSignal) => {
    const url = islandUrl({ name: 'Shell', props: { locale } }, build)
    const shell =
      shells.get(locale) ??
      (await fetchIsland(url, signal).catch((error: unknown) => {
        throw needsDocument(String(error))
      }))
    shells.set(locale, shell)
    return shell
  }

  const loadDocument = (to: string, mode: HistoryMode) => {
    ended('left')
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
    if (known) return void show({ url, hash, payload: known, mode, signal })
    visited.returnToShown()
    const message = isApiError(error) ? error.message : ''
    options.failed(message, isUnreachable ? () => void go(to, 'push') : undefined)
    ended('failed')
  }

  addEventListener('popstate', () => void go(currentUrl(), 'pop'))
  scroll.start()

  return {
    navigateTo(to, settings = {}) {
      assertTarget(to, location.origin, settings)
      const target = new URL(to, location.href)
      if (target.origin === location.origin) void go(target.pathname + target.search + target.hash, 'push')
      else location.assign(to)
    },
    current: () => current,
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
