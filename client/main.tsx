// Takes over the document that the server rendered.
import { useEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createFingerprint } from './browser/fingerprint.ts'
import { createLaterSource } from './browser/later-source.ts'
import { pageCode } from './browser/load.ts'
import { createNavigation, type Navigation } from './browser/navigation.ts'
import { createLoader } from './browser/next-state.ts'
import { type Handover, readHandover } from './browser/state.ts'
import type { LaterSource } from './later.tsx'

type RootProps = { handover: Handover; navigation: Navigation; laterSource: LaterSource; start: () => void }

/** `onHydrated` is told when React answers events. */
export async function hydrate(onHydrated: () => void): Promise<void> {
  const handover = readHandover()
  const { shown } = handover.state
  const module = shown.kind === 'page' ? await pageCode(shown.match) : undefined
  const url = location.pathname + location.search
  const fingerprint = createFingerprint()
  const navigation = createNavigation({
    first: { state: handover.state, page: module?.page, url: shown.kind === 'page' ? url : '/' },
    load: createLoader(fingerprint.visitorId),
  })
  const start = () => {
    navigation.start()
    document.documentElement.dataset['hydrated'] = ''
    onHydrated()
    fingerprint.loadWhenIdle()
  }
  hydrateRoot(document, <Root {...{ handover, navigation, start, laterSource: createLaterSource() }} />, {
    onRecoverableError: (error) => console.error(error),
  })
}

function Root({ handover, navigation, laterSource, start }: RootProps) {
  const view = useSyncExternalStore(navigation.subscribe, navigation.view, navigation.view)
  useEffect(start, [start])
  useEffect(() => {
    if (view) navigation.shown()
  }, [navigation, view])
  return (
    <App
      {...view}
      assets={handover.assets}
      stateJson={handover.stateJson}
      navigator={navigation.navigator}
      laterSource={laterSource}
    />
  )
}
