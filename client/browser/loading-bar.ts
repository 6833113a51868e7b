// Loading bar at the top of the page during a navigation.
import { loadingBar } from '../../shared/constants.ts'
import { newElement } from './new-element.ts'

export type LoadingBar = { start: () => void; end: (outcome: 'done' | 'error') => void; reset: () => void }

export function createLoadingBar(): LoadingBar {
  const bar = newElement('div', { 'data-loading-bar': '', 'aria-hidden': 'true', popover: 'manual' })
  document.body.append(bar)
  const { throttleMs, hideMs, resetMs } = loadingBar
  let started = 0
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (state: 'idle' | 'running' | 'done' | 'error', percent: number) => {
    bar.dataset['state'] = state
    // In the top layer: it is above the menu of a phone.
    if (state === 'idle' && percent === 0) bar.hidePopover()
    else bar.showPopover()
    bar.style.setProperty('--progress', String(percent / 100))
  }
  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
  const advance = () => {
    set('running', percentAt(performance.now() - started))
    frame = requestAnimationFrame(advance)
  }
  const reset = () => {
    stop()
    set('idle', 0)
  }
  reset()

  return {
    reset,
    start() {
      reset()
      started = performance.now()
      timer = setTimeout(advance, throttleMs)
    },
    end(outcome) {
      stop()
      // A navigation shorter than `throttleMs` shows no bar.
      if (bar.dataset['state'] !== 'running' && outcome === 'done') return reset()
      set(outcome, 100)
      timer = setTimeout(() => {
        set('idle', 100)
        timer = setTimeout(reset, resetMs)
      }, hideMs)
    },
  }
}

/** Approaches 100 % and never reaches it. */
function percentAt(ms: number): number {
  const done = (ms / loadingBar.durationMs) * 100
  return (2 / Math.PI) * 100 * Math.atan(done / 50)
}
