// The program of a page in the browser: in-app navigation, and what pages have. React is not part of it.
import { pageShownMark } from '../shared/constants.ts'
import { isApiError } from '../shared/errors.ts'
import { installAnalytics } from './browser/analytics.ts'
import { installBackToTop } from './browser/back-to-top.ts'
import { createBuildCheck } from './browser/build-check.ts'
import { createClientComponents } from './browser/client-components.ts'
import { installCompare } from './browser/compare.ts'
import { installCopy } from './browser/copy.ts'
import { installDrafts } from './browser/drafts.ts'
import { loadFingerprintLater } from './browser/fingerprint.ts'
import { watchGalleries } from './browser/gallery.ts'
import { whenIdle } from './browser/idle.ts'
import { createIslands } from './browser/islands.ts'
import { installLanguageSwitch } from './browser/language-choice.ts'
import { installLiveForms } from './browser/live-forms.ts'
import { isNeedsDocument } from './browser/load-payload.ts'
import { createLoadingBar } from './browser/loading-bar.ts'
import { installNavigation } from './browser/navigation.ts'
import { newElement } from './browser/new-element.ts'
import { installPanels } from './browser/panels.ts'
import { createPrefetch } from './browser/prefetch.ts'
import { createRedirects } from './browser/redirects.ts'
import { createReveal } from './browser/reveal.ts'
import { hashTarget } from './browser/scroll.ts'
import { type Page, readPage } from './browser/settings.ts'
import { installRowFilters, watchTables } from './browser/tables.ts'
import { installToasts, toast } from './browser/toasts.ts'

/** `onReady` is called when in-app navigation is ready. */
export function start(onReady: () => void): void {
  const page = readPage()
  const { settings } = page
  installToasts(() => page.t('toast.close'))
  const update = installParts(page)
  installCopy()
  installPrint()
  const build = document.documentElement.dataset['build'] ?? ''
  const bar = createLoadingBar()
  // A page restored from the back/forward cache has no pending navigation.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) bar.reset()
  })
  const redirects = createRedirects(build)
  const builds = createBuildCheck(build)
  installLanguageSwitch()
  installNavigation({
    build,
    locale: () => page.locale,
    bar,
    middlewares: { redirects: redirects.follow },
    take: createPrefetch(build),
    isOutdated: builds.outdated,
    entered: (isQueryOnly) => {
      Object.assign(page, readPage())
      update(isQueryOnly)
    },
    failed: (error, retry) => {
      const key = isNeedsDocument(error) && !retry ? 'error.reload' : 'error.transport'
      const text = (isApiError(error) && error.message) || page.t(navigator.onLine ? key : 'error.offline')
      toast({
        type: 'error',
        text,
        ...(retry && { action: { label: page.t('toast.retry'), run: retry } }),
      })
    },
  })
  builds.start()
  redirects.loadLater()
  installLiveForms()
  watchSearchFields(() => page)
  document.documentElement.dataset['hydrated'] = ''
  onReady()
  if (!settings.fingerprintOff) loadFingerprintLater()
}

/** What pages have besides their HTML. The returned function is called after each navigation. */
function installParts(page: Page): (isQueryOnly: boolean) => void {
  const { settings } = page
  const showDrafts = installDrafts()
  const reveal = createReveal()
  const updates = [
    markPageShown,
    showDrafts,
    createClientComponents(showDrafts),
    createIslands(),
    watchTables(),
    installRowFilters(),
    installAnalytics(settings),
    reveal,
    installBackToTop(() => page.t('nav.backToTop')),
    installCompare((key, values) => page.t(key, values)),
  ]
  const announce = createAnnouncer()
  installPanels()
  watchGalleries(() => page.t('toast.close'))
  whenIdle(reveal)
  return (isQueryOnly) => {
    for (const update of updates) update()
    announce(!isQueryOnly)
  }
}

function markPageShown(): void {
  performance.clearMarks(pageShownMark)
  performance.mark(pageShownMark)
}

/** Buttons that print the page, or save it as a file of the browser's print dialog. */
function installPrint(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}

/** The returned function announces the new title to screen readers and moves the focus to the heading. */
function createAnnouncer(): (moveFocus: boolean) => void {
  const region = newElement('p', { class: 'visually-hidden', 'data-announcer': '', role: 'status' })
  document.body.append(region)
  return (moveFocus) => {
    region.textContent = document.title
    if (!moveFocus) return
    const target = hashTarget(location.hash) ?? document.querySelector<HTMLElement>('main h1')
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target?.focus({ preventScroll: true })
  }
}

/** Search fields with suggestions: the code of the suggestions is loaded with the first focus. */
function watchSearchFields(page: () => Page): void {
  let loading: Promise<(input: HTMLInputElement) => void> | undefined
  const focused = (target: EventTarget | null) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset['suggests']) return
    loading ??= import('./browser/suggestions.ts').then(({ createSuggestions }) => createSuggestions(page))
    loading.then(
      (suggest) => suggest(target),
      () => {
        loading = undefined
      },
    )
  }
  document.addEventListener('focusin', ({ target }) => focused(target))
  // The field may have had the focus before this code was loaded.
  focused(document.activeElement)
}
