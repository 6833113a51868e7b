// The program of a page in the browser: in-app navigation, and what pages have. React is not part of it.
import { installAnalytics } from './browser/analytics.ts'
import { installBackToTop } from './browser/back-to-top.ts'
import { createBuildCheck } from './browser/build-check.ts'
import { createClientComponents } from './browser/client-components.ts'
import { installCompare } from './browser/compare.ts'
import { installCopy } from './browser/copy.ts'
import { loadFingerprintLater } from './browser/fingerprint.ts'
import { watchGalleries } from './browser/gallery.ts'
import { whenIdle } from './browser/idle.ts'
import { createIslands } from './browser/islands.ts'
import { followLinks, watchLinks } from './browser/links.ts'
import { createLoadingBar, type LoadingBar } from './browser/loading-bar.ts'
import { createNavigation, type Navigation } from './browser/navigation.ts'
import { newElement } from './browser/new-element.ts'
import { markPageShown } from './browser/page-shown.ts'
import { installPanels } from './browser/panels.ts'
import { createPrefetch } from './browser/prefetch.ts'
import { createRedirects } from './browser/redirects.ts'
import { createReveal } from './browser/reveal.ts'
import { installRowFilters } from './browser/row-filter.ts'
import { hashTarget } from './browser/scroll.ts'
import { type Page, readPage } from './browser/settings.ts'
import { shownPage } from './browser/swap.ts'
import { installToasts } from './browser/toasts.ts'
import { createVisited } from './browser/visited.ts'
import { watchTables } from './browser/wide-tables.ts'

/** `onReady` is called when in-app navigation is ready. */
export function start(onReady: () => void): void {
  const page = readPage()
  const { settings } = page
  const toasts = installToasts({ closeLabel: () => page.t('toast.close') })
  const bar = createLoadingBar()
  const parts = installParts(page)
  installCopy(toasts.show)
  installPrint()
  const entered = (isQueryOnly: boolean) => {
    Object.assign(page, readPage())
    parts.update(isQueryOnly)
  }
  const { navigateTo } = installNavigation({ page, bar, entered, toast: toasts.show })
  followLinks(navigateTo)
  installGetForms(navigateTo)
  watchSearchFields(() => page)
  document.documentElement.dataset['hydrated'] = ''
  onReady()
  if (!settings.fingerprintOff) loadFingerprintLater()
}

/** What pages have besides their HTML; `update` is called after each navigation. */
function installParts(page: Page) {
  const { settings } = page
  const sweepComponents = createClientComponents()
  const islands = createIslands()
  const announcer = createAnnouncer()
  const reveal = createReveal()
  const backToTop = installBackToTop(() => page.t('nav.backToTop'))
  const compare = installCompare((key, values) => page.t(key, values))
  const tables = watchTables()
  const rows = installRowFilters()
  const extras: (() => void)[] = [tables.update, rows.update, installAnalytics(settings)]
  installPanels()
  installLiveForms()
  watchGalleries(() => page.t('toast.close'))
  whenIdle(reveal.scan)
  return {
    update(isQueryOnly: boolean) {
      markPageShown()
      sweepComponents()
      islands.scan()
      announcer.announce(!isQueryOnly)
      for (const update of extras) update()
      reveal.scan()
      backToTop.update()
      compare.update()
    },
  }
}

/** Buttons that print the page, or save it as a file of the browser's print dialog. */
function installPrint(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

type NavigationParts = {
  page: Page
  bar: LoadingBar
  entered: (isQueryOnly: boolean) => void
  toast: ReturnType<typeof installToasts>['show']
}

function installNavigation({ page, bar, entered, toast }: NavigationParts): Navigation {
  const build = document.documentElement.dataset['build'] ?? ''
  const first = document.querySelector('[data-error-page]') ? '' : location.pathname + location.search
  const redirects = createRedirects(build)
  const builds = createBuildCheck(build)
  const visited = createVisited()
  const prefetch = createPrefetch(build, () => navigation.current())
  const failed = (message: string, retry?: () => void) => {
    const text = message || page.t(navigator.onLine ? 'error.transport' : 'error.offline')
    toast({ type: 'error', text, ...(retry && { action: { label: page.t('toast.retry'), run: retry } }) })
  }
  const navigation: Navigation = createNavigation({
    page: { build, first, locale: () => page.locale },
    bar,
    visited,
    middlewares: { redirects: redirects.follow },
    take: prefetch.take,
    isOutdated: builds.outdated,
    on: { entered, failed },
  })
  const keepFirst = () => {
    if (first && navigation.current() === first) visited.add(first, shownPage(build))
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', keepFirst)
  else keepFirst()
  // A page restored from the back/forward cache has no pending navigation.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) bar.reset()
  })
  builds.start()
  redirects.loadLater()
  // In a task of its own: watching many links would block the main thread.
  whenIdle(() => watchLinks(prefetch.want))
  return navigation
}

/** After a navigation, announces the new title to screen readers and moves the focus to the heading. */
function createAnnouncer() {
  const region = newElement('p', { class: 'visually-hidden', 'data-announcer': '', role: 'status' })
  document.body.append(region)
  return {
    announce(moveFocus: boolean) {
      region.textContent = document.title
      if (!moveFocus) return
      const target = hashTarget(location.hash) ?? document.querySelector<HTMLElement>('main h1')
      if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    },
  }
}

/** GET forms with `data-in-place`: their address is navigated to in place, without the fields that are empty. */
function installGetForms(navigateTo: (to: string) => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !('inPlace' in form.dataset)) return
    event.preventDefault()
    const fields = [...new FormData(form)].filter(([, value]) => value !== '')
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
    navigateTo(new URL(form.action).pathname + (fields.length > 0 ? `?${query}` : ''))
  })
}

/** GET forms with `data-live` are sent when a menu changes. Their button closes the sheet that they may be in. */
function installLiveForms(): void {
  const liveFormOf = ({ target }: Event) => {
    const form = target instanceof HTMLSelectElement ? target.form : target
    return form instanceof HTMLFormElement && 'live' in form.dataset ? form : undefined
  }
  document.addEventListener('change', (event) => liveFormOf(event)?.requestSubmit())
  document.addEventListener('submit', (event) => {
    if (event.submitter) liveFormOf(event)?.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
  })
}

/** Search fields with suggestions: the code of the suggestions is loaded with the first focus. */
function watchSearchFields(page: () => Page): void {
  let loading: Promise<{ focused: (input: HTMLInputElement) => void }> | undefined
  const focused = (target: EventTarget | null) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset['suggests']) return
    loading ??= import('./browser/suggestions.ts').then(({ createSuggestions }) => createSuggestions(page))
    loading.then(
      (suggestions) => suggestions.focused(target),
      () => {
        loading = undefined
      },
    )
  }
  document.addEventListener('focusin', ({ target }) => focused(target))
  // The field may have had the focus before this code was loaded.
  focused(document.activeElement)
}
