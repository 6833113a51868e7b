// Hydrates a client component. React is loaded with this file.
import { type FC, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isChanged, isField } from './fields.ts'
import { propsEvent } from './swap-parts.ts'

/** Returns a function that unmounts it. `fail` is called outside of React's work. */
export function hydrateComponent(
  element: HTMLElement,
  Component: FC<never>,
  fail: (error: unknown) => void,
): () => void {
  const restore = keepTexts(element)
  const onReady = () => {
    restore()
    element.dataset['ready'] = ''
  }
  // The server has rendered the element from the same props.
  const Shown = Component as FC
  const content = () => (
    <Ready onReady={onReady}>
      <Shown {...JSON.parse(element.dataset['props'] ?? '{}')} />
    </Ready>
  )
  const root = hydrateRoot(element, content(), {
    identifierPrefix: element.dataset['client'] ?? '',
    onUncaughtError: (error) => void setTimeout(() => fail(error)),
  })
  const render = (event: Event) => {
    event.preventDefault()
    root.render(content())
  }
  element.addEventListener(propsEvent, render)
  return () => {
    element.removeEventListener(propsEvent, render)
    root.unmount()
    delete element.dataset['ready']
  }
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}

/**
 * React writes the default value of a textarea that has one when it hydrates, and has no event of what was typed before.
 * Returns a function that writes what the visitor has typed, before the call or since, with an event for the component.
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
    for (const field of element.querySelectorAll('*'))
      if (isField(field) && isChanged(field)) field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
