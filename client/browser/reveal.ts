// Scroll reveal: what is below the first viewport waits, and appears when it comes into view.
import { reveal } from './constants.ts'

export type Reveal = { scan: () => void }

/** Without IntersectionObserver or with reduced motion nothing is ever hidden. */
export function createReveal(): Reveal {
  if (!('IntersectionObserver' in window) || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return { scan() {} }
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
  // Where each one stands is told once, without asking for a layout.
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
  // What stands at the very end never comes further up than this.
  addEventListener(
    'scroll',
    () => {
      const end = document.documentElement.scrollHeight - innerHeight
      if (scrollY >= end - offsetPx) for (const element of waiting()) show(element)
    },
    { passive: true },
  )
  return {
    scan() {
      for (const element of document.querySelectorAll('[data-reveal=""], [data-reveal="true"]'))
        first.observe(element)
    },
  }
}
