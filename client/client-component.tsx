// Client component: a component with state. The server renders it into an element that says its name and its props; the
// browser loads its code later (client/browser/client-components.ts). The page around it is HTML.
import type { FC } from 'react'
import { renderToString } from 'react-dom/server'
import type { clientComponents } from './client-components.ts'

/** `Component` takes JSON, and reads no context. `on`: with the first touch or focus inside it, or when it comes into view. */
export function clientComponent<Props extends object>(
  name: keyof typeof clientComponents,
  Component: FC<Props>,
  on: 'interaction' | 'visible' = 'interaction',
): FC<Props> {
  return function InBrowser(props) {
    const html = renderToString(<Component {...props} />, { identifierPrefix: name })
    return (
      <div
        data-client={name}
        data-client-on={on === 'visible' ? on : undefined}
        data-props={JSON.stringify(props)}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    )
  }
}
