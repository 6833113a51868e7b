// The document's only script: lets React take over when the browser is idle or the visitor acts, whichever is first.
import { keepEarlyClicks } from './browser/replay.ts'

const interactions = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const
/** A page that is never idle is taken over all the same. */
const patienceMs = 2000
const options = { capture: true, passive: true, once: true }

const replay = keepEarlyClicks()
const wanted = new Promise<unknown>((want) => {
  for (const type of interactions) addEventListener(type, want, options)
  // Idle after the first paint; what is not seen is not painted.
  if (document.hidden) whenIdle(want)
  else requestAnimationFrame(() => whenIdle(want))
})
wanted
  .then(() => import('./main.tsx'))
  .then(({ hydrate }) => hydrate(replay))
  .catch((error: unknown) => console.error(error))

function whenIdle(callback: (value?: unknown) => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: patienceMs })
  else setTimeout(callback, 1)
}
