// When the browser has nothing better to do.

/** A page that is never idle gets there all the same, after `patienceMs`. */
export function whenIdle(callback: () => void, patienceMs = 2000) {
  if ('requestIdleCallback' in window) requestIdleCallback(() => callback(), { timeout: patienceMs })
  else setTimeout(callback, 1)
}
