// In-app navigation: resolves the target, loads code and data, swaps the page, keeps history and scroll.
import { assertTarget } from '../../shared/link-guard.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { resolve, splitUrl } from '../../shared/resolve.ts'
import { routeOf } from '../../shared/routes.ts'
import type { AnyPage } from '../page.ts'
import type { Navigator } from '../router.ts'
import { failureOf } from './failure.ts'
import { currentUrl, type HistoryMode, writeEntry } from './history.ts'
import { chosenLocale, rememberLocale, withAddress } from './language-choice.ts'
import { type Middlewares, runMiddleware } from './middleware.ts'
import type { Load } from './next-state.ts'
import type { Report } from './report.ts'
import { createScroll } from './scroll.ts'
import { emptyStage, type Outcome, type Stage } from './stage.ts'

export type View = { state: DocumentState; page: AnyPage | undefined; url: string }
export type Navigation = {
  navigator: Navigator
  /** Throws where the target is not allowed; another site needs `external`. */
  navigateTo: (to: string, options?: { external?: boolean }) => void
  view: () => View
  subscribe: (listener: () => void) => () => void
  /** To be called after a view is on screen. */
  shown: () => void
  start: () => void
  extend: (stage: Partial<Stage>) => void
}

type Options = { first: View; load: Load; middlewares: Middlewares; report: Report }

export function createNavigation({ first, load, middlewares, report }: Options): Navigation {
  const listeners = new Set<() => void>()
  const scroll = createScroll()
  let stage = emptyStage
  let view = first
  let running = new AbortController()
  let pending: (() => void) | undefined

  const show = (next: View, afterwards: () => void) => {
    // It is about the page that the server sent.
    document.querySelector('script[type="application/ld+json"]')?.remove()
    view = next
    pending = afterwards
    for (const listener of listeners) listener()
  }

  const go = async (asked: string, mode: HistoryMode): Promise<void> => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    if (mode !== 'pop') scroll.save()
    const { url: wanted, hash } = splitHash(asked)
    if (isShown(wanted)) return arriveHere(wanted, hash, mode)
    stage.started()
    try {
      const url = runMiddleware(middlewares, stepsOf, wanted)
      if (stage.outdated()) return leaveFor(url + hash, mode)
      const prefetched = stage.prefetched(url)
      const { state, page } = await load(url, view.state, { signal, prefetched })
      if (!signal.aborted)
        await swap({ state, page, url }, hash, url === wanted ? mode : redirected(mode), signal)
    } catch (error) {
      if (!signal.aborted) fail(error, asked, mode, signal)
    }
  }

  const isShown = (url: string) => url === view.url && view.state.shown.kind === 'page'

  const arriveHere = (url: string, hash: string, mode: HistoryMode) => {
    writeEntry(mode === 'push' && url + hash === currentUrl() ? 'replace' : mode, url + hash)
    scroll.arrive(mode === 'pop', hash, false)
    stage.ended('done')
  }

  const swap = async (
    next: View,
    hash: string,
    mode: HistoryMode,
    signal: AbortSignal,
    outcome: Outcome = 'done',
  ) => {
    const samePath = splitUrl(next.url).pathname === splitUrl(view.url).pathname
    if (!samePath) await stage.leave()
    if (signal.aborted) return
    writeEntry(mode, next.url + hash)
    show(next, () => {
      scroll.arrive(mode === 'pop', hash, samePath && !hash)
      stage.entered(samePath)
      stage.ended(outcome)
    })
  }

  const leaveFor = (to: string, mode: HistoryMode) => {
    stage.ended('left')
    if (mode === 'pop' && to === currentUrl()) location.reload()
    else location.assign(to)
  }

  const fail = (error: unknown, to: string, mode: HistoryMode, signal: AbortSignal) => {
    const { url, hash } = splitHash(to)
    const failure = failureOf(error, url)
    if (failure.kind === 'error' && failure.shown.statusCode === 500) report('render', error)
    else console.error(error)
    if (failure.kind === 'document') return leaveFor(to, mode)
    if (failure.kind === 'stay') stage.unreachable(() => void go(to, mode))
    // Going back has changed the address already.
    if (failure.kind === 'stay' && mode !== 'pop') return stage.ended('failed')
    const { shown: before, ...rest } = view.state
    const locale = before.kind === 'page' ? before.match.locale : before.locale
    const told = failure.kind === 'error' ? failure.shown : { statusCode: 504, message: 'Gateway Timeout' }
    const state: DocumentState = { ...rest, shown: { kind: 'error', locale, ...told } }
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
    extend: (more) => {
      stage = { ...stage, ...more }
    },
  }
}

/** Redirects come before what a page asks for itself. */
function stepsOf(url: string): readonly string[] {
  const match = resolve(url)
  return ['redirects', ...(match.kind === 'page' ? (routeOf(match.route).middleware ?? []) : [])]
}

/** Going back to a place that has moved does not add an entry. */
function redirected(mode: HistoryMode): HistoryMode {
  return mode === 'pop' ? 'replace' : mode
}

function splitHash(to: string): { url: string; hash: string } {
  const mark = to.indexOf('#')
  return mark < 0 ? { url: to, hash: '' } : { url: to.slice(0, mark), hash: to.slice(mark) }
}
