// React's output for a page that has nothing to wait for: a string, in two thirds of the time a stream takes.
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createPlaces, type Place } from './placed.ts'

/** A module with the digest that its contents have to have. */
type Script = { src: string; integrity?: string | undefined }

/** What React writes where a part of a page failed or was not there. */
const missingPart = '<!--$!-->'
const end = '</body></html>'

/**
 * The document with its module scripts, in UTF-8; undefined where a part of it is missing. Throws when there is
 * nothing to show.
 */
export function renderAtOnce(appOf: (place: Place) => ReactNode, scripts: Script[]): Buffer | undefined {
  const { place, fill } = createPlaces()
  const html = renderToString(appOf(place))
  if (html.includes(missingPart) || !html.endsWith(end)) return undefined
  return fill('<!DOCTYPE html>', html.slice(0, -end.length), scripts.map(scriptTag).join(''), end)
}

/** Asynchronous, as React's own are: hydration passes over those. */
function scriptTag({ src, integrity }: Script): string {
  const digest = integrity ? ` integrity="${integrity}"` : ''
  return `<script type="module" src="${src}"${digest} async=""></script>`
}
