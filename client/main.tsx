// Hydrates the document that the server rendered.
import { startTransition, useEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, type AppProps } from './app.tsx'
import { createFingerprint } from './browser/fingerprint.ts'
import { whenIdle } from './browser/idle.ts'
import { createDeferredSource, createIslandSource } from './browser/island-source.ts'
import { pageCode } from './browser/load.ts'
import { createNavigation, type Navigation } from './browser/navigation.ts'
import { createLoader } from './browser/next-state.ts'
import { createRedirects } from './browser/redirects.ts'
import type { Report } from './browser/report.ts'
import { rootOptions, watchErrors } from './browser/root-errors.ts'
import { createRuntimeLoader } from './browser/runtime-loader.ts'
import { readHydrationState } from './browser/state.ts'
import { ErrorBoundary } from './error-boundary.tsx'

type RootProps = {
  navigation: Navigation
  start: () => void
  shared: Pick<AppProps, 'assets' | 'stateJson' | 'deferred' | 'islandSource' | 'navigator'>
}

/** `onHydrated` is called after hydration, when React's event listeners are attached. */
export async function hydrate(report: Report, onHydrated: () => void): Promise<void> {
  const { state, stateJson, assets } = readHydrationState()
  const { shown } = state
  // Code that only previews need.
  if (state.preview) (await import('./browser/preview-links.ts')).keepPreview()
  const module = shown.kind === 'page' ? await pageCode(shown.match) : undefined
  const fingerprint = createFingerprint()
  const redirects = createRedirects()
  const runtime = createRuntimeLoader(report, () => ({ navigation, redirects }))
  const navigation = createNavigation({
    first: { state, page: module?.page, url: module ? location.pathname + location.search : '/' },
    load: createLoader({ fingerprint: fingerprint.visitorId, notify: runtime.notify }),
    middlewares: { redirects: redirects.follow },
    report,
  })
  const start = () => {
    navigation.start()
    watchErrors(report)
    document.documentElement.dataset['hydrated'] = ''
    onHydrated()
    whenIdle(runtime.start)
    if (!state.settings.fingerprintOff) fingerprint.loadWhenIdle()
  }
  const shared = {
    assets,
    stateJson,
    deferred: createDeferredSource(),
    islandSource: createIslandSource(state.settings.build, report),
    navigator: navigation.navigator,
  }
  // A transition: hydration yields to the main thread between components.
  startTransition(() => {
    hydrateRoot(document, <Root {...{ navigation, start, shared }} />, rootOptions(report))
  })
}

function Root({ navigation, start, shared }: RootProps) {
  const view = useSyncExternalStore(navigation.subscribe, navigation.view, navigation.view)
  useEffect(start, [start])
  useEffect(() => {
    if (view) navigation.shown()
  }, [navigation, view])
  return (
    <ErrorBoundary of={view} fallback={<App {...shared} {...fatal(view)} />}>
      <App {...shared} {...view} />
    </ErrorBoundary>
  )
}

/** The error page in a layout without data, because the layout's data may be the cause. */
function fatal({ state }: Pick<AppProps, 'state'>): Pick<AppProps, 'state' | 'page' | 'url'> {
  const { shown } = state
  const locale = shown.kind === 'page' ? shown.match.locale : shown.locale
  const error = { kind: 'error', locale, statusCode: 500, message: 'Server Error' } as const
  const base = { config: undefined, menu: [] }
  return { state: { ...state, base, shown: error }, page: undefined, url: '/' }
}
