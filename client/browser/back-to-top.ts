// Back-to-top button of a long page.
import { backToTop } from '../../shared/constants.ts'
import { newElement } from './new-element.ts'
import { setHtml } from './trusted-html.ts'

const arrow =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 19V5m-6 6 6-6 6 6" fill="none" stroke="currentColor" stroke-width="2"/></svg>'

/** `label` in the page's language. The returned function is called on a new page. */
export function installBackToTop(label: () => string): () => void {
  const button = newElement('button', { type: 'button', hidden: '', 'data-back-to-top': '' })
  setHtml(button, arrow)
  button.addEventListener('click', () => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: reducedMotion ? 'instant' : 'smooth' })
  })
  const update = () => {
    button.hidden = scrollY < backToTop.fromPx
    button.setAttribute('aria-label', label())
  }
  addEventListener('scroll', throttle(update, backToTop.throttleMs), { passive: true })
  update()
  document.querySelector('main')?.after(button)
  return update
}

function throttle(run: () => void, ms: number): () => void {
  let isWaiting = false
  let again = false
  return function throttled() {
    again = isWaiting
    if (isWaiting) return
    run()
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      if (again) throttled()
    }, ms)
  }
}
