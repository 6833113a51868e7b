// requestIdleCallback with a fallback.

const timeoutMs = 2000

/** Calls back when the browser is idle, after `timeoutMs` at the latest. */
export function whenIdle(callback: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(() => callback(), { timeout: timeoutMs })
  else setTimeout(callback, 1)
}
