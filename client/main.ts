// The program of a page in the browser: in-app navigation, and what pages have. React is not part of it.
import { pageShownMark } from '../shared/constants.ts'
import { isApiError } from '../shared/errors.ts'
import { installAnalytics } from './browser/analytics.ts'
import { installBackToTop } from './browser/back-to-top.ts'
import { loadRedirects, watchBuild } from './browser/builds.ts'
import { installCopy, installPrint } from './browser/buttons.ts'
import { installClientComponents } from './browser/client-components.ts'
import { installCompare } from './browser/compare.ts'
import { installDrafts } from './browser/drafts.ts'
import { loadFingerprintLater } from './browser/fingerprint.ts'
import { watchGalleries } from './browser/gallery.ts'
import { whenIdle } from './browser/idle.ts'
import { installIslands } from './browser/islands.ts'
import { installLanguageSwitch } from './browser/language-choice.ts'
import { installLiveForms } from './browser/live-forms.ts'
import { isNeedsDocument } from './browser/load-payload.ts'
import { createLoadingBar } from './browser/loading-bar.ts'
import { installNavigation } from './browser/navigation.ts'
import { newElement } from './browser/new-element.ts'
import { installPanels } from './browser/panels.ts'
import { installPrefetch } from './browser/prefetch.ts'
import { installReveal } from './browser/reveal.ts'
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
  installLanguageSwitch()
  installNavigation({
    build,
    locale: () => page.locale,
    bar,
    middlewares: { redirects: loadRedirects(build) },
    take: installPrefetch(build),
    isOutdated: watchBuild(build),
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
  installLiveForms()
  watchSearchFields(() => page)
  document.documentElement.dataset['hydrated'] = ''
  onReady()
  if (!settings.fingerprintOff) loadFingerprintLater()
}

/** The parts of pages that need script. The returned function is called after each navigation. */
function installParts(page: Page): (isQueryOnly: boolean) => void {
  const { settings } = page
  const showDrafts = installDrafts()
  const reveal = installReveal()
  const updates = [
    markPageShown,
    showDrafts,
    installClientComponents(showDrafts),
    installIslands(),
    watchTables(),
    installRowFilters(),
    installAnalytics(settings),
    reveal,
    installBackToTop(() => page.t('nav.backToTop')),
    installCompare((key, values) => page.t(key, values)),
  ]
  const region = newElement('p', { class: 'visually-hidden', 'data-announcer': '', role: 'status' })
  document.body.append(region)
  installPanels()
  watchGalleries(() => page.t('toast.close'))
  whenIdle(reveal)
  return (isQueryOnly) => {
    for (const update of updates) update()
    region.textContent = document.title
    if (!isQueryOnly) focusHeading()
  }
}

function markPageShown(): void {
  performance.clearMarks(pageShownMark)
  performance.mark(pageShownMark)
}

/** The target of the hash instead, where there is one. */
function focusHeading(): void {
  const target = hashTarget(location.hash) ?? document.querySelector<HTMLElement>('main h1')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

/** Search fields with suggestions: the code of the suggestions is loaded with the first focus. */
function watchSearchFields(page: () => Page): void {
  let loading: Promise<typeof import('./browser/suggestions.ts')> | undefined
  const focused = (target: EventTarget | null) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset['suggests']) return
    loading ??= import('./browser/suggestions.ts')
    loading.then(
      ({ suggestFor }) => suggestFor(target, page),
      () => {
        loading = undefined
      },
    )
  }
  document.addEventListener('focusin', ({ target }) => focused(target))
  // The field may have had the focus before this code was loaded.
  focused(document.activeElement)
}
