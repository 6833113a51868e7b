// Runtime: everything around navigation that is not needed for the first view; loaded when the page is idle.

import type { Analytics } from '../../shared/analytics.ts'
import { manifestDelayMs } from '../../shared/constants.ts'
import { createTranslate, type MessageKey, type MessageValues } from '../../shared/i18n/translate.ts'
import { createFindRedirect, type FindRedirect, type Matcher } from '../../shared/redirects.ts'
import { createAnnouncer } from './announcer.ts'
import { installBackToTop } from './back-to-top.ts'
import { createBuildCheck } from './build-check.ts'
import { installCompare } from './compare.ts'
import { watchGalleries } from './gallery.ts'
import { installGetForms } from './get-forms.ts'
import { whenIdle } from './idle.ts'
import { watchLinks } from './links.ts'
import { createLoadingBar } from './loading-bar.ts'
import type { Navigation } from './navigation.ts'
import { connection, isReachable } from './network.ts'
import { createOffline } from './offline.ts'
import { isOptedOut } from './opt-out.ts'
import { installPanels } from './panels.ts'
import { createPrefetch } from './prefetch.ts'
import type { Redirects } from './redirects.ts'
import { createReveal } from './reveal.ts'
import type { ToastOptions } from './toast.ts'
import { createToasts } from './toasts.ts'
import { createTransition } from './transition.ts'

export type Runtime = { toast: (options: ToastOptions) => void }
type Options = { navigation: Navigation; redirects: Redirects }

export function startRuntime({ navigation, redirects }: Options): Runtime {
  const text = (key: MessageKey, values?: MessageValues) => textIn(navigation, key, values)
  const { settings, preview } = navigation.view().state
  const { build, analytics } = settings
  let reportPageView = () => {}
  const bar = createLoadingBar()
  const toasts = createToasts({ closeLabel: () => text('toast.close') })
  const transition = createTransition()
  const announcer = createAnnouncer()
  const reveal = createReveal()
  const backToTop = installBackToTop(() => text('nav.backToTop'))
  const builds = createBuildCheck(build)
  const offline = createOffline(navigation.view())
  const compare = installCompare(text)
  const prefetch = createPrefetch(build, () => navigation.view().url)

  navigation.addHooks({
    started() {
      transition.reset()
      bar.start()
    },
    leave: transition.leave,
    entered(queryOnly) {
      void transition.enter()
      announcer.announce(!queryOnly)
      offline.add(navigation.view())
      reportPageView()
      reveal.scan()
      backToTop.update()
      compare.update()
    },
    ended: (outcome) => bar.end(outcome === 'failed' ? 'error' : 'done'),
    prefetched: prefetch.take,
    outdated: builds.outdated,
    reachable: isReachable,
    unreachable(url, retry) {
      const known = offline.find(url)
      if (!known) offline.returnToShown()
      const action = { label: text('toast.retry'), run: retry }
      const key = navigator.onLine ? 'error.transport' : 'error.offline'
      toasts.show({ type: 'error', text: text(key), ...(!known && { action }) })
      return known
    },
  })
  // A page restored from the back/forward cache has no pending navigation.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) bar.reset()
  })
  reveal.scan()
  installPanels()
  // Each page of a preview is a document, and suggestions would be those of the public.
  if (!preview) {
    installGetForms(navigation.navigateTo)
    watchSearchFields(navigation)
  }
  watchGalleries()
  builds.start()
  // The code that replaces a failed payload: without a network it could not be loaded.
  if (!connection().saveData) whenIdle(() => void import('./business-calls.ts').catch(() => {}))
  // In a task of its own: watching many links would block the main thread.
  // A preview is never fetched in advance.
  if (!preview) whenIdle(() => watchLinks(prefetch.want))
  setTimeout(() => {
    if (connection().effectiveType !== 'slow-2g')
      void readRedirects(build).then(redirects.use, (error) => console.error(error))
  }, manifestDelayMs)
  // Its script could read the token of a preview from the address.
  if (analytics && !preview && !isOptedOut())
    whenIdle(() => {
      loadAnalytics(analytics).then(
        (report) => {
          reportPageView = report
        },
        (error) => console.error(error),
      )
    })
  return { toast: toasts.show }
}

/** The code of the suggestions is loaded when a search field has the focus. */
function watchSearchFields(navigation: Navigation): void {
  const context = () => {
    const { shown, messages, settings } = navigation.view().state
    const locale = shown.kind === 'page' ? shown.match.locale : shown.locale
    return { locale, t: createTranslate(messages, locale), downloadId: settings.downloadId }
  }
  let loading: Promise<{ focused: (input: HTMLInputElement) => void }> | undefined
  const focused = (target: EventTarget | null) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.dataset['suggests']) return
    loading ??= import('./suggestions.ts').then(({ createSuggestions }) => createSuggestions(context))
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

async function loadAnalytics(analytics: Analytics): Promise<() => void> {
  const { startAnalytics } = await import('./analytics.ts')
  return startAnalytics(analytics)
}

/** From the build's manifest. */
async function readRedirects(build: string): Promise<FindRedirect> {
  const response = await fetch(`/builds/meta/${build}.json`)
  if (!response.ok) throw new Error(`manifest ${response.status}`)
  return createFindRedirect(((await response.json()) as { matcher: Matcher }).matcher)
}

function textIn(navigation: Navigation, key: MessageKey, values?: MessageValues): string {
  const { shown, messages } = navigation.view().state
  return createTranslate(messages, shown.kind === 'page' ? shown.match.locale : shown.locale)(key, values)
}
