// Controls of forms: where React writes their values.
import type { ReactNode } from 'react'
import { attribute } from './attributes.ts'
import { isSet, open, type Props, type WriteElement, writeInside } from './element.ts'
import { escapeText } from './escape.ts'
import { spill } from './page.ts'
import { unsupported } from './unsupported.ts'

/** These come last, in this order. */
const ofSubmission = ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget']
const ofForm = ['action', 'encType', 'method', 'target']
const ofInput = [...ofSubmission, 'checked', 'defaultChecked', 'value', 'defaultValue']
const ofValue = ['value', 'defaultValue']

const writeInput: WriteElement = (page, tag, props) => {
  if (isSet(props['children']) || isSet(props['dangerouslySetInnerHTML']))
    throw unsupported('something inside of <input>')
  const value = props['value'] ?? props['defaultValue']
  const isChecked = props['checked'] ?? props['defaultChecked']
  page.text += open(tag, props, ofInput) + inOrder(props, ofSubmission)
  if (isChecked) page.text += ' checked=""'
  if (isSet(value)) page.text += attribute('value', value)
  page.text += '/>'
}

const writeTextarea: WriteElement = (page, tag, props) => {
  if (isSet(props['children']) || isSet(props['dangerouslySetInnerHTML']))
    throw unsupported('something inside of <textarea>')
  const value = String(props['value'] ?? props['defaultValue'] ?? '')
  // A parser drops the first line break.
  const first = value.startsWith('\n') ? '\n' : ''
  page.text += `${open(tag, props, ofValue)}>${first}${escapeText(value)}</${tag}>`
}

const writeSelect: WriteElement = (page, tag, props, children) => {
  if (isSet(props['dangerouslySetInnerHTML'])) throw unsupported('HTML inside of <select>')
  const outer = page.selected
  page.selected = props['value'] ?? props['defaultValue']
  page.text += `${open(tag, props, ofValue)}>`
  page.endsWithText = false
  children(page, props['children'] as ReactNode)
  page.text += `</${tag}>`
  page.selected = outer
}

const writeOption: WriteElement = (page, tag, props, children) => {
  const { value, children: label } = props
  if (isSet(props['dangerouslySetInnerHTML'])) throw unsupported('HTML inside of <option>')
  if (!isSet(value) && typeof label !== 'string') throw unsupported('an <option> without a value')
  if (typeof page.selected === 'object' && page.selected !== null) throw unsupported('several options')
  const isSelected = isSet(page.selected)
    ? String(page.selected) === String(value ?? label)
    : props['selected']
  page.text += `${open(tag, props, ['selected']) + (isSelected ? ' selected=""' : '')}>`
  page.endsWithText = false
  children(page, label as ReactNode)
  page.text += `</${tag}>`
}

export const formControls: [string, WriteElement][] = [
  ['input', writeInput],
  ['button', withLast(ofSubmission)],
  ['form', withLast(ofForm)],
  ['textarea', writeTextarea],
  ['select', writeSelect],
  ['option', writeOption],
]

function withLast(names: readonly string[]): WriteElement {
  return (page, tag, props, children) => {
    page.text += `${open(tag, props, names) + inOrder(props, names)}>`
    writeInside(page, props, children)
    page.text += `</${tag}>`
    spill(page)
  }
}

function inOrder(props: Props, names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    const value = props[name]
    if (typeof value === 'function') throw unsupported(`a function as ${name}`)
    if (isSet(value)) text += attribute(name, value)
  }
  return text
}
