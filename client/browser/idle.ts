// requestIdleCallback with a fallback.

/** Calls back when the browser is idle, after `timeoutMs` at the latest. */
export function whenIdle(callback: () => void, timeoutMs = 2000) {
  if ('requestIdleCallback' in window) requestIdleCallback(() => callback(), { timeout: timeoutMs })
  else setTimeout(callback, 1)
}
