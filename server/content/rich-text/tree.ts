// HTML as a tree: parsed once, changed by functions, serialised once.
import render from 'dom-serializer'
import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'

export const parseHtml = (html: string): ParentNode => parseDocument(html)

/** A no-break space stays a character: the texts of titles and contents are read from this HTML. */
export function serialiseHtml(tree: ParentNode): string {
  return render(tree.children, { encodeEntities: 'utf8', emptyAttrs: true }).replaceAll('&nbsp;', '\u00a0')
}

/** In document order, also those inside others. */
export function elementsOf(tree: ParentNode, ...names: string[]): Element[] {
  return DomUtils.getElementsByTagName((name) => names.includes(name), tree.children)
}

/** In one line, without scripts and styles. */
export function innerText(nodes: ChildNode | ChildNode[]): string {
  return DomUtils.innerText(nodes).replace(/\s+/g, ' ').trim()
}

/** Sets all children at once: replacing them one by one is quadratic. */
export function replaceChildren(parent: ParentNode, replace: (child: ChildNode) => ChildNode[]): void {
  parent.children = parent.children.flatMap(replace)
  for (const child of parent.children) child.parent = parent
}

/** Replaces elements, those inside others first. */
export function replaceElements(parent: ParentNode, replace: (element: Element) => ChildNode[]): void {
  replaceChildren(parent, (node) => {
    if (!isTag(node)) return [node]
    replaceElements(node, replace)
    return replace(node)
  })
}

export function childrenNamed(parent: ParentNode, ...names: string[]): Element[] {
  return parent.children.filter(isTag).filter(({ name }) => names.includes(name))
}
