// Stands in every document, because a request for it would compete with the stylesheet's for the first paint.
// Lets React take over when the browser is idle or the visitor acts, whichever is first.
import { isNamedBot } from '../shared/named-bots.ts'
import { whenIdle } from './browser/idle.ts'
import { whenPainted } from './browser/painted.ts'
import { fetchPreloads, runPreloads } from './browser/preloads.ts'
import { keepEarlyClicks } from './browser/replay.ts'
import { createReport } from './browser/report.ts'

const interactions = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const
const options = { capture: true, passive: true, once: true }

const report = createReport()
const replay = keepEarlyClicks()
const wanted = new Promise<unknown>((want) => {
  for (const type of interactions) addEventListener(type, want, options)
  whenPainted(() => {
    fetchPreloads()
    whenIdle(() => want(undefined))
  })
})
// A robot's page stays as the server made it, whatever its browser makes of the code.
if (!isNamedBot(navigator.userAgent))
  wanted
    .then(runPreloads)
    .then(() => import('./main.tsx'))
    .then(({ hydrate }) => hydrate(report, replay))
    // The page stays as the server made it, and works without script.
    .catch((error: unknown) => report('start', error))
