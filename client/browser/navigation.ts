// In-app navigation: resolves the target, loads code and data, swaps the page, keeps history and scroll.
import { languageCookie } from '../../shared/constants.ts'
import { isLocale, type Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { splitUrl } from '../../shared/resolve.ts'
import type { AnyPage } from '../page.ts'
import type { Navigator } from '../router.ts'
import type { Loaded } from './load.ts'
import { createScroll } from './scroll.ts'

export type View = { state: DocumentState; page: AnyPage | undefined; url: string }
export type Navigation = {
  navigator: Navigator
  view: () => View
  subscribe: (listener: () => void) => () => void
  /** To be called after a view is on screen. */
  shown: () => void
  start: () => void
}

type Options = {
  first: View
  /** Loads the state of a target; rejects where only a document load helps. */
  load: (
    url: string,
    current: DocumentState,
    signal: AbortSignal,
  ) => Promise<Loaded & { state: DocumentState }>
}

type HistoryMode = 'push' | 'replace' | 'pop'

export function createNavigation({ first, load }: Options): Navigation {
  const listeners = new Set<() => void>()
  const scroll = createScroll()
  let view = first
  let running = new AbortController()
  let pending: (() => void) | undefined

  const show = (next: View, afterwards: () => void) => {
    view = next
    pending = afterwards
    for (const listener of listeners) listener()
  }

  const go = async (to: string, mode: HistoryMode) => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    const { url, hash } = splitHash(to)
    if (mode !== 'pop') scroll.save()
    try {
      const loaded = url === view.url ? undefined : await load(url, view.state, signal)
      if (signal.aborted) return
      write(mode, url + hash)
      const queryOnly = splitUrl(url).pathname === splitUrl(view.url).pathname && !hash && url !== view.url
      const arrive = () => scroll.arrive(mode === 'pop', hash, queryOnly)
      if (loaded) show({ state: loaded.state, page: loaded.page, url }, arrive)
      else arrive()
    } catch (error) {
      if (!signal.aborted) leave(to, mode, error)
    }
  }

  const navigator: Navigator = {
    createHref: (to) =>
      typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
    go: (delta) => window.history.go(delta),
    push: (to, state) => {
      rememberLocale(state)
      void go(navigator.createHref(to) + (isSwitch(state) ? location.hash : ''), 'push')
    },
    replace: (to) => void go(navigator.createHref(to), 'replace'),
  }

  return {
    navigator,
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown: () => {
      pending?.()
      pending = undefined
    },
    start: () => {
      scroll.start()
      window.addEventListener(
        'popstate',
        () => void go(location.pathname + location.search + location.hash, 'pop'),
      )
    },
  }
}

/** A document load is what the browser would have done without us. */
function leave(to: string, mode: HistoryMode, error: unknown) {
  console.error(error)
  if (mode === 'pop') location.reload()
  else location.assign(to)
}

function write(mode: HistoryMode, url: string) {
  if (mode === 'push') history.pushState({ key: crypto.randomUUID() }, '', url)
  if (mode === 'replace') history.replaceState(history.state, '', url)
}

function splitHash(to: string): { url: string; hash: string } {
  const mark = to.indexOf('#')
  return mark < 0 ? { url: to, hash: '' } : { url: to.slice(0, mark), hash: to.slice(mark) }
}

/** A link that switches the language carries it, and the choice is kept. */
function rememberLocale(state: unknown) {
  const locale = (state as { locale?: Locale } | null)?.locale
  if (!isLocale(locale)) return
  const { name, maxAgeSeconds, path } = languageCookie
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
  document.cookie = `${name}=${locale}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax${secure}`
}

function isSwitch(state: unknown): boolean {
  return isLocale((state as { locale?: Locale } | null)?.locale)
}
