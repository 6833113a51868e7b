// When the visitor has seen something.

/** What is not in sight may never be painted. */
const unpaintedMs = 3000

/** Calls back once, after the first paint or when there was none for long. */
export function whenPainted(callback: () => void) {
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
