// Scroll reveal: elements below the first viewport are hidden and appear when scrolled into view; without a transition in the
// middle of the screen, and all of them after a flick.
import { reveal } from '../../shared/constants.ts'

/** A scroll that is faster than the transition: it would leave the screen empty. */
const flick = { pxPerMs: 2, leastPx: 60 }

/** The returned function looks for elements on a new page. With reduced motion nothing is hidden. */
export function installReveal(): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  const { offsetPx, travelPx } = reveal
  const show = (element: Element, isStill = false) => {
    observer.unobserve(element)
    element.setAttribute('data-reveal', 'shown')
    element.toggleAttribute('data-still', isStill)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, boundingClientRect, target } of entries)
        if (isIntersecting) show(target, boundingClientRect.top < innerHeight / 2)
    },
    { rootMargin: `0px 0px -${offsetPx - travelPx}px 0px` },
  )
  // IntersectionObserver gives the initial position without forcing a layout.
  const first = new IntersectionObserver((entries) => {
    for (const { isIntersecting, boundingClientRect, target } of entries) {
      first.unobserve(target)
      if (isIntersecting || boundingClientRect.top < innerHeight) continue
      target.setAttribute('data-reveal', 'waiting')
      observer.observe(target)
    }
  })
  const waiting = () => document.querySelectorAll('[data-reveal="waiting"]')
  document.addEventListener('focusin', ({ target }) => {
    const element = (target as Element | null)?.closest?.('[data-reveal="waiting"]')
    if (element) show(element)
  })
  let last = { top: scrollY, at: 0 }
  // Elements at the end of the page cannot be scrolled further into view.
  addEventListener(
    'scroll',
    ({ timeStamp }) => {
      const [distance, elapsed] = [Math.abs(scrollY - last.top), timeStamp - last.at]
      last = { top: scrollY, at: timeStamp }
      const isFlick = elapsed < 100 && distance > Math.max(flick.leastPx, flick.pxPerMs * elapsed)
      const end = document.documentElement.scrollHeight - innerHeight
      if (isFlick || scrollY >= end - offsetPx) for (const element of waiting()) show(element, isFlick)
    },
    { passive: true },
  )
  return () => {
    for (const element of document.querySelectorAll('[data-reveal=""], [data-reveal="true"]'))
      first.observe(element)
  }
}
