// In-app navigation: resolves the target, loads code and data, swaps the page, keeps history and scroll.
import { reloadGuardMs } from '../../shared/constants.ts'
import { isApiError, type ShownError, shownError } from '../../shared/errors.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { resolve, splitUrl } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { Navigator } from '../router.ts'
import { currentUrl, type HistoryMode, writeEntry } from './history.ts'
import { chosenLocale, rememberLocale, withAddress } from './language-choice.ts'
import { assertTarget } from './link-guard.ts'
import { type Middlewares, runMiddleware } from './middleware.ts'
import { type NavigationHooks, noHooks, type Outcome, type View } from './navigation-hooks.ts'
import type { Load } from './next-state.ts'
import type { Report } from './report.ts'
import { createScroll } from './scroll.ts'
import { readSession, writeSession } from './storage.ts'

export type Navigation = {
  navigator: Navigator
  /** Throws where the target is not allowed; another site needs `external`. */
  navigateTo: (to: string, options?: { external?: boolean }) => void
  view: () => View
  subscribe: (listener: () => void) => () => void
  /** Called after React has rendered a view. */
  shown: () => void
  start: () => void
  addHooks: (hooks: Partial<NavigationHooks>) => void
}

type Options = { first: View; load: Load; middlewares: Middlewares; report: Report }

export function createNavigation({ first, load, middlewares, report }: Options): Navigation {
  const listeners = new Set<() => void>()
  const scroll = createScroll()
  let hooks = noHooks
  let view = first
  let running = new AbortController()
  let pending: (() => void) | undefined

  const show = (next: View, afterwards: () => void) => {
    // Structured data describes the page that the server sent.
    document.querySelector('script[type="application/ld+json"]')?.remove()
    view = next
    pending = afterwards
    for (const listener of listeners) listener()
  }

  const go = async (to: string, mode: HistoryMode): Promise<void> => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    scroll.save()
    const { url: target, hash } = splitHash(to)
    if (target === view.url && view.state.shown.kind === 'page') return stayOnPage(target, hash, mode)
    hooks.started()
    try {
      const url = runMiddleware(middlewares, namesOf, target)
      if (hooks.outdated() && (await hooks.reachable())) return loadDocument(url + hash, mode)
      const prefetched = hooks.prefetched(url)
      const { state, page } = await load(url, view.state, { signal, prefetched })
      // A history navigation to a redirected URL replaces its entry.
      const entryMode = mode === 'pop' && url !== target ? 'replace' : mode
      if (!signal.aborted) await swap({ state, page, url }, hash, entryMode, signal)
    } catch (error) {
      if (!signal.aborted) await fail(error, to, mode, signal)
    }
  }

  const stayOnPage = (url: string, hash: string, mode: HistoryMode) => {
    writeEntry(mode === 'push' && url + hash === currentUrl() ? 'replace' : mode, url + hash)
    scroll.arrive(mode === 'pop', hash, false)
    hooks.ended('done')
  }

  const swap = async (
    next: View,
    hash: string,
    mode: HistoryMode,
    signal: AbortSignal,
    outcome: Outcome = 'done',
  ) => {
    const samePath = splitUrl(next.url).pathname === splitUrl(view.url).pathname
    if (!samePath) await hooks.leave()
    if (signal.aborted) return
    writeEntry(mode, next.url + hash)
    show(next, () => {
      scroll.arrive(mode === 'pop', hash, samePath && !hash)
      hooks.entered(samePath && !hash)
      hooks.ended(outcome)
    })
  }

  const loadDocument = (to: string, mode: HistoryMode) => {
    hooks.ended('left')
    if (mode === 'pop' && to === currentUrl()) location.reload()
    else location.assign(to)
  }

  /** Shows the page from memory, or keeps the current one. */
  const stay = (to: string, mode: HistoryMode, signal: AbortSignal) => {
    const { url, hash } = splitHash(to)
    const known = hooks.unreachable(url, () => void go(to, 'push'))
    if (known) void swap(known, hash, mode, signal)
    else hooks.ended('failed')
  }

  const fail = async (error: unknown, to: string, mode: HistoryMode, signal: AbortSignal) => {
    const needsServer = needsDocument(error)
    if (needsServer && !(await hooks.reachable())) return signal.aborted || stay(to, mode, signal)
    if (signal.aborted) return
    const failure = failureOf(error, splitHash(to).url)
    if (failure.kind === 'error' && failure.shown.statusCode === 500) report('render', error)
    else console.error(error)
    if (failure.kind === 'document') return loadDocument(to, mode)
    if (failure.kind === 'stay') return stay(to, mode, signal)
    const { shown: before, ...rest } = view.state
    const locale = before.kind === 'page' ? before.match.locale : before.locale
    const state: DocumentState = { ...rest, shown: { kind: 'error', locale, ...failure.shown } }
    const { url, hash } = splitHash(to)
    void swap({ state, page: undefined, url }, hash, mode, signal, 'failed')
  }

  const navigateTo: Navigation['navigateTo'] = (to, options = {}) => {
    assertTarget(to, location.origin, options)
    const target = new URL(to, location.href)
    if (target.origin === location.origin) void go(target.pathname + target.search + target.hash, 'push')
    else location.assign(to)
  }

  const navigator: Navigator = {
    createHref: (to) =>
      typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
    go: (delta) => window.history.go(delta),
    push: (to, state) => {
      const locale = chosenLocale(state)
      if (locale) rememberLocale(locale)
      const href = navigator.createHref(to)
      navigateTo(locale ? withAddress(href) : href)
    },
    replace: (to) => void go(navigator.createHref(to), 'replace'),
  }

  return {
    navigator,
    navigateTo,
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown: () => {
      const afterwards = pending
      pending = undefined
      afterwards?.()
    },
    start: () => {
      scroll.start()
      window.addEventListener('popstate', () => void go(currentUrl(), 'pop'))
    },
    addHooks: (more) => {
      hooks = { ...hooks, ...more }
    },
  }
}

/** Redirects run before the middleware of the route. */
function namesOf(url: string): readonly string[] {
  const match = resolve(url)
  return ['redirects', ...(match.kind === 'page' ? (routeOf(match.route).middleware ?? []) : [])]
}

function splitHash(to: string): { url: string; hash: string } {
  const mark = to.indexOf('#')
  return mark < 0 ? { url: to, hash: '' } : { url: to.slice(0, mark), hash: to.slice(mark) }
}

/**
 * `document`: the browser loads the document from the server. `stay`: there was no response, the current page remains.
 * `error`: the error page, in place.
 */
type Failure = { kind: 'document' } | { kind: 'stay' } | { kind: 'error'; shown: ShownError }

/** Code or data that only the document of the target has. */
function needsDocument(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NeedsDocument' || error.name === 'ChunkError')
}

function failureOf(error: unknown, url: string): Failure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NeedsDocument') return { kind: 'document' }
  if (name === 'ChunkError' && mayReload(url)) return { kind: 'document' }
  if (isApiError(error) && (error.kind === 'network' || error.kind === 'timeout')) return { kind: 'stay' }
  return { kind: 'error', shown: shownError(error, url) }
}

const reloadsKey = 'reloads'

/** Once a path within the guard interval; never without session storage. */
function mayReload(path: string, now = Date.now()): boolean {
  const times = (readSession(reloadsKey) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(reloadsKey, { ...Object.fromEntries(recent), [path]: now })
}
