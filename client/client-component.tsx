// Client component: a component with state. The server renders it into an element that says its name and its props; the
// browser loads its code with the first touch (client/browser/client-components.ts). The page around it is HTML.
import type { FC } from 'react'
import { renderToString } from 'react-dom/server'

/** The components in client/browser/hydrate-component.tsx. */
export type ClientComponentName = 'ContactForm'

/** `Component` takes JSON, and reads no context. */
export function clientComponent<Props extends object>(
  name: ClientComponentName,
  Component: FC<Props>,
): FC<Props> {
  return function InBrowser(props) {
    const html = renderToString(<Component {...props} />, { identifierPrefix: name })
    return (
      <div data-client={name} data-props={JSON.stringify(props)} dangerouslySetInnerHTML={{ __html: html }} />
    )
  }
}
