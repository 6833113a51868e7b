// React's components as HTML in one go, in a fraction of the time that React's own renderer takes.
import type { ReactNode } from 'react'
import type { Html } from '../html.ts'
import { hasHooks } from './hooks.ts'
import { createPage, type Page } from './page.ts'
import { write } from './walk.ts'

/** A document: what stands before the contents of its body, which were taken meanwhile but for `rest`. */
export type DocumentMarkup = { start: Html; rest: string }

/**
 * The same as React's renderToString, for a page that has nothing to wait for. Undefined for whatever is to be left
 * to React: what this renderer does not know, and what fails.
 */
export function renderDocument(node: ReactNode, take: (part: Html) => void): DocumentMarkup | undefined {
  const page = createPage(take)
  if (!attempt(page, node) || page.head.body === '') return undefined
  const { html, start, charset, viewport, images, hoisted, rest, body } = page.head
  return {
    start: [
      html,
      ...start,
      `${charset}${viewport}${[...images.values()].join('')}${hoisted}${rest}</head>${body}`,
    ],
    rest: page.text,
  }
}

/** Part of a document; undefined as above. */
export function renderPart(node: ReactNode): string | undefined {
  const page = createPage()
  if (!attempt(page, node)) return undefined
  const { html, charset, viewport, images, hoisted } = page.head
  return html === '' && images.size === 0 ? charset + viewport + hoisted + page.text : undefined
}

function attempt(page: Page, node: ReactNode): boolean {
  if (!hasHooks) return false
  try {
    page.hooks.run(() => write(page, node))
    return true
  } catch {
    // React tries it again, and tells what is wrong.
    return false
  }
}
