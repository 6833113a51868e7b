// Client components: elements whose code is loaded with the first touch or focus inside them. A submit before that waits for
// the code once; the browser posts the form where the code does not load.
import { report } from './report.ts'
import { setHtml } from './trusted-html.ts'

const components = '[data-client]'

type Component = {
  /** Resolves when the component works or has failed. */
  settled: Promise<void>
  isSettled: boolean
  isHeld: boolean
  unmount: () => void
}

/** Returns a function that unmounts the components whose elements have left the document. */
export function createClientComponents(): () => void {
  const known = new Map<HTMLElement, Component>()

  const componentOf = (target: EventTarget | null): Component | undefined => {
    const element = target instanceof Element ? target.closest<HTMLElement>(components) : null
    if (!element) return undefined
    const component = known.get(element) ?? mount(element)
    known.set(element, component)
    return component
  }

  for (const type of ['pointerdown', 'touchstart', 'focusin'])
    addEventListener(type, ({ target }) => void componentOf(target), { capture: true, passive: true })
  addEventListener(
    'submit',
    (event) => {
      const component = componentOf(event.target)
      if (!component || component.isSettled) return
      event.preventDefault()
      event.stopPropagation()
      if (component.isHeld) return
      component.isHeld = true
      const { target, submitter } = event
      void component.settled.then(() => (target as HTMLFormElement).requestSubmit(submitter))
    },
    { capture: true },
  )
  // The field may have had the focus before.
  componentOf(document.activeElement)

  return () => {
    for (const [element, { unmount }] of known) {
      if (element.isConnected) continue
      known.delete(element)
      unmount()
    }
  }
}

function mount(element: HTMLElement): Component {
  const component: Component = { settled: Promise.resolve(), isSettled: false, isHeld: false, unmount() {} }
  const html = element.innerHTML
  const fail = (error: unknown) => {
    report('component', error)
    component.unmount()
    component.unmount = () => {}
    // What the server rendered works without script.
    if (element.innerHTML !== html) setHtml(element, html)
  }
  component.settled = hydrate(element, component, fail)
    .catch(fail)
    .then(() => {
      component.isSettled = true
    })
  return component
}

async function hydrate(element: HTMLElement, component: Component, fail: (error: unknown) => void) {
  const { hydrateComponent } = await import('./hydrate-component.tsx')
  if (element.isConnected) await hydrateComponent(element, component, fail)
}
