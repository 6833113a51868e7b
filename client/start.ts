// Start script: inline in every document, because a request for it would compete with the stylesheet's for the first paint.
// Starts hydration when the browser is idle or on the first interaction, whichever comes first.
import { isNamedBot } from '../shared/named-bots.ts'
import { whenIdle } from './browser/idle.ts'
import { createReport } from './browser/report.ts'

const interactions = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const
const options = { capture: true, passive: true, once: true }

/** A page in a background tab may never be painted. */
const unpaintedMs = 3000

/** Resolves after the first paint, or after `unpaintedMs` without one. */
function whenPainted(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, unpaintedMs)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
}

const preloadLinks = 'link[rel="modulepreload"]'

/** Replaces each element: not every browser re-evaluates a modulepreload link whose `media` changed. */
function fetchPreloads() {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`${preloadLinks}[media]`)) {
    const copy = link.cloneNode() as HTMLLinkElement
    copy.removeAttribute('media')
    link.replaceWith(copy)
  }
}

/** One after another, so that the browser can handle input between them. */
async function runPreloads() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(preloadLinks)) await import(href)
}

export type ReplayEvents = () => void

/** Buttons that need script: all but those that submit a form or open a popover. */
const scripted = 'button[type="button"]:not([popovertarget]):not([commandfor])'

/** Event replay: records clicks before hydration; the returned function repeats them, once, after it. */
function recordEarlyClicks(): ReplayEvents {
  const early: HTMLElement[] = []
  const record = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(scripted) : null
    if (button) early.push(button)
  }
  document.addEventListener('click', record, { capture: true })
  return () => {
    document.removeEventListener('click', record, { capture: true })
    for (const button of early) button.click()
  }
}

const report = createReport()
const replayEvents = recordEarlyClicks()
const hydrationTrigger = new Promise<unknown>((trigger) => {
  for (const type of interactions) addEventListener(type, trigger, options)
  whenPainted().then(() => {
    fetchPreloads()
    whenIdle(() => trigger(undefined))
  })
})
// Bots get no hydration: their page stays as the server rendered it, even if their browser fails on the code.
if (!isNamedBot(navigator.userAgent))
  hydrationTrigger
    .then(runPreloads)
    .then(() => import('./main.tsx'))
    .then(({ hydrate }) => hydrate(report, replayEvents))
    // The server-rendered page works without script.
    .catch((error: unknown) => report('start', error))
