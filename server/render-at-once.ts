// Pages and parts that have nothing to wait for, made by this server's own renderer.
import type { ReactNode } from 'react'
import { asPieces, type Place } from './html.ts'
import { renderDocument, renderPart } from './markup/render-markup.ts'
import { createPageBytes } from './page-bytes.ts'

/** A module with the digest that its contents have to have. */
export type Script = { src: string; integrity?: string | undefined }

/** Undefined for what has to be left to React: something in it is missing, or unknown to this renderer. */
export type RenderAtOnce = {
  /** A page with its module scripts, in UTF-8. */
  document: (appOf: (place: Place) => ReactNode, scripts: Script[]) => Buffer | undefined
  /** The HTML of a part of a page. */
  part: (content: ReactNode) => string | undefined
}

export const renderAtOnce: RenderAtOnce = { document: renderPage, part: renderPart }

function renderPage(appOf: (place: Place) => ReactNode, scripts: Script[]): Buffer | undefined {
  const bytes = createPageBytes()
  const document = renderDocument(appOf(asPieces), bytes.add)
  if (!document) return undefined
  bytes.add(`${document.rest}${scripts.map(scriptTag).join('')}</body></html>`)
  // Only now it is known what the head has to name.
  const body = bytes.size()
  bytes.add(['<!DOCTYPE html>', document.start])
  return bytes.turned(body)
}

/** Asynchronous, as React's own are: hydration passes over those. */
export function scriptTag({ src, integrity }: Script): string {
  const digest = integrity ? ` integrity="${integrity}"` : ''
  return `<script type="module" src="${src}"${digest} async=""></script>`
}
