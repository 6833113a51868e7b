// In-app navigation (Navigation API): loads the payload of a page before the address changes, and swaps it in. Where that
// fails, the page and its address stay.
import { reloadGuardMs } from '../../shared/constants.ts'
import { isApiError } from '../../shared/errors.ts'
import { islandUrl } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import type { PagePayload } from '../../shared/payload.ts'
import { withDeadline } from './deadline.ts'
import { fetchIsland } from './islands.ts'
import { isSamePage, rememberLocale } from './language-choice.ts'
import { assertTarget, type Middlewares, runMiddleware } from './link-guard.ts'
import { isNeedsDocument, loadPayload, needsDocument } from './load-payload.ts'
import type { LoadingBar } from './loading-bar.ts'
import { isReachable } from './network.ts'
import { hashTarget, jump, keepHeading, savedScroll, saveScroll } from './scroll.ts'
import { readSession, writeSession } from './storage.ts'
import { shownPage, swap } from './swap.ts'
import { createTransition } from './transition.ts'

type NavigationOptions = {
  build: string
  /** The language of the page shown. */
  locale: () => Locale
  middlewares: Middlewares
  bar: LoadingBar
  /** The prefetched page. `url`: path and query, also below. */
  take: (url: string) => Promise<PagePayload> | undefined
  /** Whether the server runs another build. */
  isOutdated: () => boolean
  /** `isQueryOnly`: neither scroll nor focus move. */
  entered: (isQueryOnly: boolean) => void
  /** The page stays. `retry` repeats a navigation that had no response. */
  failed: (error: unknown, retry?: () => void) => void
}

/** The mark of a navigation that is a document load. */
const asDocument = 'document'
/** The program scrolls, and moves the focus. */
const byProgram = { focusReset: 'manual', scroll: 'manual' } as const
const toTop = () => jump(0)
/** Pages in memory, for visits without a network. */
const mostVisited = 20

/** Throws where the target is not allowed; another site needs `external`. */
export function navigateTo(to: string, options: { external?: boolean } = {}): void {
  assertTarget(to, location.origin, options)
  start(to)
}

function start(to: string, options: NavigationNavigateOptions = {}): void {
  // The promise rejects where the navigation fails, which is shown.
  navigation.navigate(to, options).committed?.catch(() => {})
}

export function installNavigation(options: NavigationOptions): void {
  const { build, bar } = options
  const transition = createTransition()
  const shells = new Map<Locale, string>()
  const visited = new Map<string, PagePayload>()
  /** Path and query of the page shown; '' for an error. */
  let shown = document.querySelector('[data-error-page]') ? '' : location.pathname + location.search

  const visit = (url: string, payload: PagePayload) => {
    visited.delete(url)
    visited.set(url, payload)
    const [oldest] = visited.keys()
    if (visited.size > mostVisited && oldest !== undefined) visited.delete(oldest)
  }

  const load = (url: string, signal: AbortSignal) =>
    withDeadline(async (signal) => {
      const prefetched = await options.take(url)?.catch(() => undefined)
      return withShell(prefetched ?? (await loadPayload(url, { build, signal })), signal)
    }, signal)
  /** Loads the header and footer of the other language, once. */
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
  /** Adds header and footer, where the page is in another language. */
  const withShell = async (payload: PagePayload, signal: AbortSignal) => ({
    payload,
    shell: payload.locale === options.locale() ? undefined : await loadShell(payload.locale, signal),
  })

  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType, signal, cancelable } = event
    const isTraversal = navigationType === 'traverse'
    const { pathname, search, hash } = new URL(destination.url)
    const top = isTraversal ? savedScroll(destination) : undefined
    const key = navigation.currentEntry?.key ?? ''
    let url = pathname + search
    /** With the origin: a path that begins with two slashes would name another site. */
    const address = () => location.origin + url + hash
    let show = async () => {}

    /** `goTo`: where neither a position nor the target of a hash says it. */
    const arrive = (goTo: () => void) => {
      const target = hashTarget(hash)
      if (top !== undefined) jump(top)
      else if (target) target.scrollIntoView()
      else goTo()
    }

    const enter = async ({ payload, shell }: Awaited<ReturnType<typeof load>>) => {
      const [from, to] = [splitUrl(shown).pathname, splitUrl(url).pathname]
      const isQueryOnly = from === to && !event.sourceElement?.closest('.site-header')
      const update = () => {
        const goTo = isQueryOnly ? () => {} : shell && isSamePage(from, to) ? keepHeading() : toTop
        swap({ payload, shell, isQueryOnly })
        shown = url
        visit(url, payload)
        rememberLocale(payload.locale)
        arrive(goTo)
        options.entered(isQueryOnly && !hash)
        bar.end('done')
      }
      const change = { from: shown, to: url, html: payload.main, update }
      show = isQueryOnly ? async () => update() : await transition.leave(change)
    }

    const loadDocument = () => {
      bar.end('done')
      // A traversal has the address of its entry.
      if (isTraversal) show = async () => location.reload()
      else start(address(), { info: asDocument, history: navigationType === 'replace' ? 'replace' : 'push' })
    }

    const stop = () => {
      transition.reset()
      bar.reset()
    }

    const fail = async (error: unknown) => {
      const hasDocument = isNeedsDocument(error)
      const isUnreachable = hasDocument
        ? !(await isReachable())
        : isApiError(error) && ['network', 'timeout'].includes(error.kind)
      if (signal.aborted) throw error
      if (hasDocument || isApiError(error)) console.error(error)
      else console.error('render:', error)
      if (hasDocument && !isUnreachable && (error.isDead || mayReload(url))) return loadDocument()
      const known = isUnreachable ? visited.get(url) : undefined
      if (known) return enter(await withShell(known, signal))
      signal.removeEventListener('abort', stop)
      bar.end('error')
      options.failed(error, isUnreachable ? () => navigateTo(address()) : undefined)
      // The address has changed.
      if (isTraversal && !cancelable) navigation.traverseTo(key)
      throw error
    }

    const prepare = async (controller?: NavigationPrecommitController) => {
      const target = runMiddleware(options.middlewares, ['redirects'], url)
      if (target !== url && isTraversal) throw needsDocument(`redirect: ${url}`, { isDead: true })
      if (target !== url) controller?.redirect(target + hash)
      url = target
      if (options.isOutdated() && (await isReachable())) return loadDocument()
      await enter(await load(url, signal))
    }

    saveScroll()
    transition.reset()
    if (url === shown) return event.intercept({ ...byProgram, handler: async () => arrive(toTop) })
    bar.start()
    signal.addEventListener('abort', stop)
    const precommitHandler = (controller: NavigationPrecommitController) =>
      prepare(controller).catch(fail).then(saveScroll)
    const handler = () => show().catch(fail)
    if (cancelable) event.intercept({ ...byProgram, precommitHandler, handler })
    else event.intercept({ ...byProgram, handler: () => prepare().catch(fail).then(handler) })
  }

  navigation.addEventListener('navigate', (event) => {
    if (isInPlace(event)) onNavigate(event)
  })
  const keepFirst = () => {
    if (shown && shown === location.pathname + location.search) visit(shown, shownPage(build))
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', keepFirst)
  else keepFirst()
}

/** Whether the browser does not follow it: to another site or part of the page, a file, a post, a reload. */
function isInPlace(event: NavigateEvent): boolean {
  const { destination, navigationType } = event
  if (!event.canIntercept || event.downloadRequest !== null || event.formData) return false
  if (navigationType === 'traverse') return !event.hashChange
  // Of the same document are hashes, and entries that other scripts write.
  if (navigationType === 'reload' || destination.sameDocument || event.info === asDocument) return false
  return !event.sourceElement?.hasAttribute('target') && isPage(new URL(destination.url))
}

/** A file has an extension. A page whose address looks like one is loaded as a document. */
export function isPage({ pathname }: { pathname: string }): boolean {
  return !/\.\w+$/.test(pathname)
}

const reloadsKey = 'reloads'

/** The program loads a document once for each path within the guard interval; never without session storage. */
function mayReload(path: string): boolean {
  const now = Date.now()
  const times = (readSession(reloadsKey) ?? {}) as Record<string, number>
  const recent = Object.entries(times).filter(([, time]) => now - time < reloadGuardMs)
  if (recent.some(([known]) => known === path)) return false
  return writeSession(reloadsKey, { ...Object.fromEntries(recent), [path]: now })
}
