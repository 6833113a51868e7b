// Ids of texts: unique, and none that a page uses itself.
import type { Element } from 'domhandler'

const ofPages =
  /^(?:data|main|content|main-menu|menu-search-field|build-error|contact-form|variants|variants-filter)$/
const ofParts = /^(?:form|part|site)-/

/** An id of a page that shows texts, beside those of the text. */
export function isPageId(id: string): boolean {
  return ofPages.test(id) || ofParts.test(id)
}

/** `wanted`, or an id made of it. */
export function uniqueId(wanted: string, taken: Set<string>): string {
  const first = ofParts.test(wanted) ? `text-${wanted}` : wanted
  let id = first
  for (let count = 2; taken.has(id) || isPageId(id); count++) id = `${first}-${count}`
  taken.add(id)
  return id
}

/** Elements with an id and all h2 elements get an id of their own; links to an id that was changed follow it. */
export function nameElements(elements: Element[]): void {
  const taken = new Set<string>()
  const changed = new Map<string, string>()
  for (const { attribs } of elements) {
    const { id } = attribs
    if (!id) continue
    attribs['id'] = uniqueId(id, taken)
    if (!changed.has(id)) changed.set(id, attribs['id'])
  }
  let number = 0
  for (const heading of elements) {
    if (heading.name !== 'h2' || heading.attribs['id']) continue
    do number++
    while (taken.has(`section-${number}`))
    heading.attribs = { id: `section-${number}`, ...heading.attribs }
  }
  for (const { attribs } of elements) {
    const id = attribs['href']?.startsWith('#') ? changed.get(idOfFragment(attribs['href'])) : undefined
    if (id) attribs['href'] = `#${encodeURIComponent(id)}`
  }
}

/** `#%E7%BB%B4` is `维`. */
export function idOfFragment(url: string): string {
  try {
    return decodeURIComponent(url.slice(1))
  } catch {
    return url.slice(1)
  }
}
