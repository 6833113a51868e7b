// The frame of a document, and what React moves into its head from wherever it stands.
import type { ReactNode } from 'react'
import { innerHtml, isSet, open, type Props, voidElement, type WriteElement } from './element.ts'
import { escapeText } from './escape.ts'
import { type Page, writeHtml } from './page.ts'
import { unsupported } from './unsupported.ts'

const writeRoot: WriteElement = (page, tag, props, children) => {
  if (page.head.html !== '' || page.text !== '') throw unsupported('a document inside of another')
  page.head.html = `${open(tag, props)}>`
  children(page, props['children'] as ReactNode)
}

const writeHead: WriteElement = (page, tag, props, children) => {
  const { head } = page
  if (head.html === '' || head.start.length > 0 || page.text !== '') throw unsupported('such a head')
  head.start.push(`${open(tag, props)}>`)
  if (isSet(props['dangerouslySetInnerHTML'])) head.start.push(innerHtml(props))
  children(page, props['children'] as ReactNode)
  head.rest = page.text
  page.text = ''
}

/** The ends of body and document are for whoever puts the parts together. */
const writeBody: WriteElement = (page, tag, props, children) => {
  if (page.head.start.length === 0 || page.head.body !== '' || page.text !== '')
    throw unsupported('such a body')
  page.head.body = `${open(tag, props)}>`
  children(page, props['children'] as ReactNode)
}

const writeScript: WriteElement = (page, tag, props) => {
  if (isSet(props['src'])) throw unsupported('a script from a file')
  page.text += `${open(tag, props)}>`
  writeHtml(page, innerHtml(props))
  page.text += '</script>'
}

export const documentElements: [string, WriteElement][] = [
  ['html', writeRoot],
  ['head', writeHead],
  ['body', writeBody],
  ['script', writeScript],
  ['title', hoisting((_, props) => `${open('title', props)}>${titleText(props)}</title>`)],
  ['meta', hoisting(voidElement)],
  ['link', hoisting(voidElement)],
]

function titleText({ children }: Props): string {
  if (typeof children !== 'string') throw unsupported('a title that is no text')
  return escapeText(children)
}

function hoisting(markup: (tag: string, props: Props) => string): WriteElement {
  return (page, tag, props) => {
    if (page.endsWithText || isSet(props['itemProp'])) throw unsupported(`such a <${tag}>`)
    const place = isLeftInPlace(page) ? 'here' : placeOf(tag, props)
    if (place === 'here') page.text += markup(tag, props)
    else page.head[place] += markup(tag, props)
  }
}

function isLeftInPlace({ scope }: Page): boolean {
  return scope === 'svg' || scope === 'noscript'
}

function placeOf(tag: string, props: Props): 'hoisted' | 'charset' | 'viewport' | 'here' {
  if (tag === 'meta' && typeof props['charSet'] === 'string') return 'charset'
  if (tag === 'meta' && props['name'] === 'viewport') return 'viewport'
  if (tag !== 'link') return 'hoisted'
  if (isSet(props['precedence']) || props['onLoad'] || props['onError']) throw unsupported('a managed link')
  return props['rel'] === 'stylesheet' || !props['rel'] || !props['href'] ? 'here' : 'hoisted'
}
