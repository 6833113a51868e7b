// Parts of a page that depend on its query (`data-page-part`): after a change of the query alone they become those of the new
// page. What is outside of them is not touched, so that the focus, selections and half-typed fields stay.
import { defaultOf, type Field, isField } from './fields.ts'

/**
 * A part that both pages have keeps its element. One that only one of them has is inserted or removed. Names are unique
 * among siblings, and the siblings of parts are elements. `next` is used up.
 */
export function swapParts(old: Element, next: Element): void {
  const names = new Set([...next.children].map(partName))
  const parts = new Map<string, Element>()
  for (const child of [...old.children]) {
    const name = partName(child)
    if (name === undefined) continue
    if (names.has(name)) parts.set(name, child)
    else child.remove()
  }
  let place = old.firstElementChild
  for (const child of [...next.children]) {
    const name = partName(child)
    const match = name === undefined ? place : parts.get(name)
    if (match && match === place) place = place.nextElementSibling
    else old.insertBefore(match ?? child, place)
    if (match && name === undefined) swapParts(match, child)
    else if (match) changePart(match, child)
  }
}

function partName(element: Element): string | undefined {
  const { pagePart, client } = (element as HTMLElement).dataset
  return pagePart ?? client
}

function changePart(old: Element, next: Element): void {
  if (isEqual(old, next)) return
  const props = (next as HTMLElement).dataset['props']
  if (props !== undefined && changeProps(old as HTMLElement, props)) return
  if (props !== undefined || old.localName !== next.localName) old.replaceWith(next)
  else if (isField(old) && isField(next)) changeField(old, next)
  else {
    for (const { name, value } of [...next.attributes]) old.setAttribute(name, value)
    old.ariaCurrent = next.ariaCurrent
    if (next.querySelector('[data-page-part]')) swapParts(old, next)
    else old.replaceChildren(...next.childNodes)
  }
}

/** But for details that the visitor has opened, and for React's comments between texts: none precedes a part that came later. */
function isEqual(old: Element, next: Element): boolean {
  const copy = old.cloneNode(true) as Element
  for (const details of copy.querySelectorAll('details')) details.open = false
  const [before, after] = [copy, next].map(({ outerHTML }) => outerHTML.replaceAll('<!-- -->', ''))
  return before === after
}

/** Input of the visitor stays where the page has the same value as before, or the field has the focus. */
function changeField(old: Field, next: Field): void {
  const isKept = defaultOf(old) === next.value || old === document.activeElement
  const { value } = isKept ? old : next
  if (old instanceof HTMLSelectElement) old.replaceChildren(...next.childNodes)
  else old.defaultValue = next.value
  // Even an equal value ends the composition of an input method.
  if (old.value !== value) old.value = value
  if (old instanceof HTMLSelectElement && old.selectedIndex < 0) old.selectedIndex = 0
}

/** The event at the element of a client component that gets new props. */
export const propsEvent = 'client:props'

/** False where no component runs at the element. */
function changeProps(element: HTMLElement, props: string): boolean {
  const before = element.dataset['props']
  element.dataset['props'] = props
  return before === props || !element.dispatchEvent(new Event(propsEvent, { cancelable: true }))
}
