// Hydrates a client component. The only code that imports React in a browser; the build checks it.
import { type FC, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ClientComponentName } from '../client-component.tsx'
import { ContactForm } from '../ui/contact-form.tsx'

const components: Record<ClientComponentName, FC<never>> = { ContactForm }

/** Resolves when React listens to events. `fail` is called outside of React's work. */
export function hydrateComponent(
  element: HTMLElement,
  mounted: { unmount: () => void },
  fail: (error: unknown) => void,
): Promise<void> {
  const { client = '', props = '{}' } = element.dataset
  const Component = components[client as ClientComponentName] as FC
  const restore = keepTexts(element)
  return new Promise((resolve) => {
    const ready = () => {
      restore()
      resolve()
    }
    const root = hydrateRoot(
      element,
      <Ready onReady={ready}>
        <Component {...JSON.parse(props)} />
      </Ready>,
      {
        identifierPrefix: client,
        onUncaughtError: (error) =>
          void setTimeout(() => {
            fail(error)
            resolve()
          }),
      },
    )
    mounted.unmount = () => root.unmount()
  })
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}

/**
 * React writes the default value of a textarea that has one when it hydrates. Returns a function that writes what the visitor
 * has typed, before the call or since.
 */
function keepTexts(element: HTMLElement): () => void {
  const texts = new Map([...element.querySelectorAll('textarea')].map((field) => [field, field.value]))
  const keep = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) texts.set(target, target.value)
  }
  element.addEventListener('input', keep, { capture: true })
  return () => {
    element.removeEventListener('input', keep, { capture: true })
    for (const [field, text] of texts) if (field.value !== text) field.value = text
  }
}
