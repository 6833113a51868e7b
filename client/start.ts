// Stands in every document, because a request for it would compete with the stylesheet's for the first paint.
// Lets React take over when the browser is idle or the visitor acts, whichever is first.
import { isNamedBot } from '../shared/named-bots.ts'
import { whenIdle } from './browser/idle.ts'
import { createReport } from './browser/report.ts'

const interactions = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const
const options = { capture: true, passive: true, once: true }

/** What is not in sight may never be painted. */
const unpaintedMs = 3000

/** Calls back once, after the first paint or when there was none for long. */
function whenPainted(callback: () => void) {
  let isDone = false
  const done = () => {
    if (!isDone) callback()
    isDone = true
  }
  setTimeout(done, unpaintedMs)
  // A browser that does not tell of paints has made one by the frame after the first.
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint'))
    return requestAnimationFrame(() => setTimeout(done))
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect()
    done()
  }).observe({ type: 'paint', buffered: true })
}

const named = 'link[rel="modulepreload"]'

/** A new element for each: not every browser looks again at one that did not apply. */
function fetchPreloads() {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`${named}[media]`)) {
    const lifted = link.cloneNode() as HTMLLinkElement
    lifted.removeAttribute('media')
    link.replaceWith(lifted)
  }
}

/** One after another, so that the browser can answer the visitor between them. */
async function runPreloads() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(named)) await import(href)
}

export type Replay = () => void

/** What a button does without script: submit its form, or open a popover. */
const scripted = 'button[type="button"]:not([popovertarget]):not([commandfor])'

/** Presses again what was pressed too early; to be called once, when React has taken over. */
function keepEarlyClicks(): Replay {
  const early: HTMLElement[] = []
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(scripted) : null
    if (button) early.push(button)
  }
  document.addEventListener('click', keep, { capture: true })
  return () => {
    document.removeEventListener('click', keep, { capture: true })
    for (const button of early) button.click()
  }
}

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
