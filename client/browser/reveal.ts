// Scroll reveal: elements below the first viewport are hidden and appear when scrolled into view.
import { reveal } from '../../shared/constants.ts'

/** The returned function looks for elements on a new page. With reduced motion nothing is hidden. */
export function createReveal(): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  const { offsetPx, travelPx } = reveal
  const show = (element: Element) => {
    observer.unobserve(element)
    element.setAttribute('data-reveal', 'shown')
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) show(target)
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
  // Elements at the end of the page cannot be scrolled further into view.
  addEventListener(
    'scroll',
    () => {
      const end = document.documentElement.scrollHeight - innerHeight
      if (scrollY >= end - offsetPx) for (const element of waiting()) show(element)
    },
    { passive: true },
  )
  return () => {
    for (const element of document.querySelectorAll('[data-reveal=""], [data-reveal="true"]'))
      first.observe(element)
  }
}
