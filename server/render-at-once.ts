// Pages and parts that have nothing to wait for, made by this server's own renderer.
import type { ReactNode } from 'react'
import { asPieces, type Place } from './html.ts'
import { renderDocument, renderPart } from './markup/render-markup.ts'
import { createPageBytes } from './page-bytes.ts'

/** What React calls its options: a classic script in the page, and addresses of modules. */
export type Bootstrap = { bootstrapScriptContent: string; bootstrapModules: string[] }

/** Undefined for what has to be left to React: something in it is missing, or unknown to this renderer. */
export type RenderAtOnce = {
  /** A page with the scripts that start it, as `scriptTags` writes them, in UTF-8. */
  document: (appOf: (place: Place) => ReactNode, scripts: string) => Buffer | undefined
  /** The HTML of a part of a page. */
  part: (content: ReactNode) => string | undefined
}

export const renderAtOnce: RenderAtOnce = { document: renderPage, part: renderPart }

function renderPage(appOf: (place: Place) => ReactNode, scripts: string): Buffer | undefined {
  const bytes = createPageBytes()
  const document = renderDocument(appOf(asPieces), bytes.add)
  if (!document) return undefined
  bytes.add(`${document.rest}${scripts}</body></html>`)
  // Only now it is known what the head has to name.
  const body = bytes.size()
  bytes.add(['<!DOCTYPE html>', document.start])
  return bytes.turned(body)
}

/** As React's own: hydration leaves alone what stands at the end. */
export function scriptTags({ bootstrapScriptContent, bootstrapModules }: Bootstrap): string {
  const modules = bootstrapModules.map((src) => `<script type="module" src="${src}" async=""></script>`)
  return `<script>${bootstrapScriptContent}</script>${modules.join('')}`
}
