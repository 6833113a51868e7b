// One element of HTML: its start with the attributes, what is inside, its end.
import type { ReactNode } from 'react'
import type { Html } from '../html.ts'
import { attribute } from './attributes.ts'
import { escapeText } from './escape.ts'
import { type Page, spill, writeHtml } from './page.ts'
import { unsupported } from './unsupported.ts'

export type Props = Record<string, unknown>
export type WriteChildren = (page: Page, children: ReactNode) => void
/** Writes one element. */
export type WriteElement = (page: Page, tag: string, props: Props, children: WriteChildren) => void

const none: readonly string[] = []

/** `<tag` with its attributes, but for those in `without`. */
export function open(tag: string, props: Props, without = none): string {
  let text = `<${tag}`
  for (const name in props) {
    const value = props[name]
    if (value === undefined || value === null) continue
    if (name === 'children' || name === 'dangerouslySetInnerHTML') continue
    if (without !== none && without.includes(name)) continue
    text += attribute(name, value)
  }
  return text
}

export function writeOrdinary(page: Page, tag: string, props: Props, children: WriteChildren) {
  page.text += `${open(tag, props)}>`
  writeInside(page, props, children)
  page.text += `</${tag}>`
  spill(page)
}

export function writeVoid(page: Page, tag: string, props: Props) {
  page.text += voidElement(tag, props)
}

export function voidElement(tag: string, props: Props): string {
  if (isSet(props['children']) || isSet(props['dangerouslySetInnerHTML']))
    throw unsupported(`something inside of <${tag}>`)
  return `${open(tag, props)}/>`
}

export function writeInside(page: Page, props: Props, children: WriteChildren) {
  page.endsWithText = false
  const inside = props['children']
  if (isSet(props['dangerouslySetInnerHTML'])) writeHtml(page, innerHtml(props))
  else if (typeof inside === 'string') page.text += escapeText(inside)
  else children(page, inside as ReactNode)
}

export function innerHtml({ dangerouslySetInnerHTML: inner, children }: Props): Html {
  const html = (inner as { __html?: unknown } | null)?.__html
  const isHtml = typeof html === 'string' || Buffer.isBuffer(html) || Array.isArray(html)
  if (!isHtml || isSet(children)) throw unsupported('this inner HTML')
  return html
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
