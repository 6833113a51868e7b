// Morph: makes the children of an element those of another one, where only the query of the page has changed. What is equal is
// left alone, so that the focus, selections, open details and half-typed fields stay. What holds none of them is replaced.
import { changeProps } from './component-props.ts'

const fields = 'input:not([type="checkbox"], [type="hidden"]), textarea, select, details'

/** `next` is used up. */
export function morphChildren(old: Element, next: Element): void {
  let place = old.firstChild
  for (const node of [...next.childNodes]) {
    const match = findMatch(place, node)
    if (!match) {
      old.insertBefore(node, place)
      continue
    }
    while (place !== match) place = removed(place!)
    place = match.nextSibling
    if (!match.isEqualNode(node)) change(match, node)
  }
  while (place) place = removed(place)
}

/** The next node of the same kind, which may be changed into the other. */
function findMatch(from: ChildNode | null, node: Node): ChildNode | null {
  let candidate = from
  while (candidate && !isSameKind(candidate, node)) candidate = candidate.nextSibling
  return candidate
}

function isSameKind(one: Node, other: Node): boolean {
  if (one.nodeName !== other.nodeName) return false
  if (!(one instanceof Element && other instanceof Element)) return true
  return ['id', 'class', 'name', 'data-key', 'data-client'].every(
    (name) => one.getAttribute(name) === other.getAttribute(name),
  )
}

function change(old: ChildNode, next: ChildNode): void {
  if (!(old instanceof Element && next instanceof Element)) old.replaceWith(next)
  // A client component keeps its state.
  else if (
    old.hasAttribute('data-client') &&
    changeProps(old as HTMLElement, next.getAttribute('data-props') ?? '')
  )
    return
  else if (!holdsState(old) || old.hasAttribute('data-client')) old.replaceWith(next)
  else changeElement(old, next)
}

function holdsState(element: Element): boolean {
  return (
    element.contains(document.activeElement) ||
    element.matches(fields) ||
    element.querySelector(fields) !== null
  )
}

function changeElement(old: Element, next: Element): void {
  const before = defaultOf(old)
  for (const { name, value } of [...next.attributes]) old.setAttribute(name, value)
  // Scripts add attributes to fields (suggestions), and open details.
  if (!old.matches(fields))
    for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name)
  morphChildren(old, next)
  const after = defaultOf(old)
  if (after !== before && old !== document.activeElement) (old as HTMLInputElement).value = after ?? ''
}

/** The value of a field in the HTML; a visitor's own value stays where it has not changed. */
function defaultOf(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement)
    return element.querySelector<HTMLOptionElement>('option[selected]')?.value ?? element.options[0]?.value
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.defaultValue
  return undefined
}

/** Nodes that a script added stay (`data-added`). Returns the next node. */
function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  if (!(node instanceof HTMLElement && 'added' in node.dataset)) node.remove()
  return next
}
