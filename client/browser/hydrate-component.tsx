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
  const values = valuesIn(element)
  return new Promise((resolve) => {
    const ready = () => {
      restore(values)
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

type Field = HTMLTextAreaElement

/** What a visitor typed before: React writes the default value of a textarea that has one. */
function valuesIn(element: HTMLElement): [Field, string][] {
  return [...element.querySelectorAll('textarea')].map((field) => [field, field.value])
}

function restore(values: [Field, string][]): void {
  for (const [field, value] of values) if (field.value !== value) field.value = value
}
