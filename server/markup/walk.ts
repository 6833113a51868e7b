// From React's elements to markup: components are called, elements written, texts told apart.
import { createContext, createElement, Fragment, type ReactNode, Suspense } from 'react'
import type { Props } from './element.ts'
import { writeElement } from './elements.ts'
import { escapeText } from './escape.ts'
import type { Page } from './page.ts'
import { unsupported } from './unsupported.ts'

type Typed = { $$typeof?: symbol }
type Component = (props: Props) => ReactNode
type ComponentClass = {
  new (props: Props): { state?: unknown; props: Props; render: () => ReactNode }
  prototype: { isReactComponent?: object }
  contextType?: unknown
  defaultProps?: unknown
  getDerivedStateFromProps?: (props: Props, state: unknown) => object | null
}
type Element = Typed & { type: string | symbol | Component | ComponentClass | Typed; props: Props }

const elementType = typeOf(createElement('i'))
const contextType = typeOf(createContext(null))

function typeOf(value: object): symbol | undefined {
  return (value as Typed).$$typeof
}

export function write(page: Page, node: ReactNode) {
  if (typeof node === 'string') writeText(page, node)
  else if (typeof node === 'number') writeText(page, String(node))
  else if (Array.isArray(node)) writeAll(page, node)
  else if (typeof node === 'object' && node !== null) writeTyped(page, node as unknown as Element)
  else if (typeof node === 'bigint') throw unsupported('a bigint')
}

function writeText(page: Page, text: string) {
  if (text === '') return
  if (page.endsWithText) page.text += '<!-- -->'
  page.text += escapeText(text)
  page.endsWithText = true
}

function writeAll(page: Page, nodes: readonly ReactNode[]) {
  for (let index = 0; index < nodes.length; index++) {
    page.ids.enter(nodes.length, index)
    write(page, nodes[index])
    page.ids.leave()
  }
}

function writeTyped(page: Page, element: Element) {
  if (element.$$typeof !== elementType) throw unsupported('a child that is no element')
  const { type, props } = element
  if (typeof type === 'string') writeElement(page, type, props, write)
  else if (typeof type === 'function') writeComponent(page, type, props)
  else if (type === Fragment) write(page, props['children'] as ReactNode)
  else if ((type as unknown) === Suspense) writeBoundary(page, props)
  else if (typeof type === 'object' && type.$$typeof === contextType) writeProvider(page, type, props)
  else throw unsupported('a special component')
}

function writeComponent(page: Page, type: Component | ComponentClass, props: Props) {
  if (type.prototype?.isReactComponent) return write(page, instanceOf(type as ComponentClass, props).render())
  page.ids.begin()
  const made = (type as Component)(props)
  if (!page.ids.wasUsed()) return write(page, made)
  page.ids.enter(1, 0)
  write(page, made)
  page.ids.leave()
}

function instanceOf(type: ComponentClass, props: Props) {
  if (type.contextType || type.defaultProps) throw unsupported('such a class')
  const made = new type(props)
  const news = type.getDerivedStateFromProps?.(props, made.state ?? null)
  if (news) made.state = { ...(made.state as object), ...news }
  return made
}

/** All of it is there: what is not makes the rendering fail. */
function writeBoundary(page: Page, props: Props) {
  page.text += '<!--$-->'
  page.endsWithText = false
  write(page, props['children'] as ReactNode)
  page.text += '<!--/$-->'
  page.endsWithText = false
}

function writeProvider(page: Page, context: Typed, props: Props) {
  page.hooks.provide(context, props['value'], () => write(page, props['children'] as ReactNode))
}
