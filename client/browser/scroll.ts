// Scroll position after a navigation: that of the history entry, the hash target, or the top. Not restored by the browser: it
// does so when the navigation has ended, which is too late for the transition.

/** How long to wait for a page that grows with its deferred parts to reach the saved position. */
const growthMs = 2000

/** Saves the position of the current history entry in its state. */
export function saveScroll(): void {
  navigation.updateCurrentEntry({ state: { top: scrollY } })
}

/** Undefined for an entry without a position. */
export function savedScroll(entry: NavigationDestination): number | undefined {
  return (entry.getState() as { top?: number } | undefined)?.top
}

/** Scrolls without the smooth scrolling that the stylesheet may set. */
export function jump(top: number): void {
  scrollTo({ top, behavior: 'instant' })
  if (Math.abs(scrollY - top) < 1) return
  const { style } = document.documentElement
  // Scroll anchoring would keep the end of the short page in view.
  style.overflowAnchor = 'none'
  let reached = scrollY
  const observer = new ResizeObserver(() => {
    const hasVisitorScrolled = scrollY !== reached
    if (!hasVisitorScrolled) scrollTo({ top, behavior: 'instant' })
    reached = scrollY
    if (hasVisitorScrolled || Math.abs(reached - top) < 1) end()
  })
  const end = () => {
    observer.disconnect()
    style.overflowAnchor = ''
  }
  observer.observe(document.body)
  setTimeout(end, growthMs)
}

/** Islands are loaded later; what is beside the text stays in view. */
const headings = () => [...document.querySelectorAll('main :is(h1, h2, h3):not([data-island] *, .beside *)')]

/** The returned function scrolls the same page in another language to the heading that is in view now, if it has as many. */
export function keepHeading(): () => void {
  const before = headings()
  const place = before.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 2).length - 1
  const top = before[place]?.getBoundingClientRect().top ?? 0
  const isAtTop = scrollY === 0
  return () => {
    const after = headings()
    const heading = after.length === before.length && !isAtTop ? after[place] : undefined
    if (heading && top < 0) heading.scrollIntoView({ behavior: 'instant' })
    else jump(heading ? scrollY + heading.getBoundingClientRect().top - top : 0)
  }
}

/** The hash may be percent-encoded: Chinese ones are. */
export function hashTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
