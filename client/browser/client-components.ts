// Client components: elements whose code is loaded with the first touch or focus inside them, or when they come into view.
// An element whose code is not loaded is the HTML that it is without script, and its form is posted by the browser.
import { clientComponents } from '../client-components.ts'
import { setHtml } from './trusted-html.ts'

const components = '[data-client]'

/** `restored` is called with HTML that was written back. The returned function is called after each navigation. */
export function installClientComponents(restored: () => void): () => void {
  /** Elements with the function that unmounts their component. */
  const mounted = new Map<HTMLElement, () => void>()

  const mount = (element: HTMLElement) => {
    if (mounted.has(element)) return
    const html = element.innerHTML
    const fail = (error: unknown) => {
      console.error('component:', error)
      mounted.get(element)?.()
      mounted.set(element, () => {})
      if (element.innerHTML === html) return
      // The HTML of the server works without script.
      setHtml(element, html)
      restored()
    }
    mounted.set(element, () => {})
    const name = element.dataset['client'] as keyof typeof clientComponents
    Promise.all([import('./hydrate-component.tsx'), clientComponents[name]()])
      .then(([{ hydrateComponent }, Component]) => {
        if (element.isConnected) mounted.set(element, hydrateComponent(element, Component, fail))
      })
      .catch(fail)
  }
  const touched = ({ target }: { target: EventTarget | null }) => {
    const element = target instanceof Element ? target.closest<HTMLElement>(components) : null
    if (element) mount(element)
  }
  for (const type of ['pointerdown', 'touchstart', 'focusin'])
    addEventListener(type, touched, { capture: true, passive: true })
  // The field may have had the focus before.
  touched({ target: document.activeElement })

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) touched({ target })
  })
  const update = () => {
    for (const [element, unmount] of mounted) {
      if (element.isConnected) continue
      mounted.delete(element)
      unmount()
    }
    seen.disconnect()
    // The element itself may have no box (`display: contents`).
    for (const child of document.querySelectorAll('[data-client-on="visible"] > :first-child'))
      seen.observe(child)
  }
  update()
  return update
}
