// Start script: inline in every document, because a request for it would compete with the stylesheet's for the first paint.
// Loads the program when the browser is idle or on the first interaction, whichever comes first.
import { isNamedBot } from '../shared/named-bots.ts'
import { whenIdle } from './browser/idle.ts'

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

/** Buttons that need script: all but those that submit a form or open a popover. */
const scripted = 'button[type="button"]:not([popovertarget]):not([commandfor])'

/** Event replay: records clicks before the program runs; the returned function repeats them, once, after it. */
function recordEarlyClicks(): () => void {
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

const replayEvents = recordEarlyClicks()
const started = new Promise<unknown>((start) => {
  for (const type of interactions) addEventListener(type, start, options)
  whenPainted().then(() => whenIdle(() => start(undefined)))
})
const isSupported = 'NavigationPrecommitController' in window && 'popover' in HTMLElement.prototype
// Elsewhere the site is documents, without what needs the program (styles/media.css).
if (!isSupported) document.documentElement.dataset['documents'] = ''
// Bots get no program: their page stays as the server rendered it, even if their browser fails on the code.
if (isSupported && !isNamedBot(navigator.userAgent))
  started
    .then(() => import('./main.ts'))
    .then(({ start }) => start(replayEvents))
    // The server-rendered page works without script.
    .catch((error: unknown) => console.error('start:', error))
