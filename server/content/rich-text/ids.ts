// Ids of texts: unique, and none that a page uses itself.
import type { Element } from 'domhandler'

const ofPages =
  /^(?:data|main|content|main-menu|menu-search-field|build-error|contact-form|variants|variants-filter)$/
const ofParts = /^(?:form|part|site)-/

/** An id of a page that shows texts, beside those of the text. */
export function isPageId(id: string): boolean {
  return ofPages.test(id) || ofParts.test(id)
}

/** The ids of a text. Links to an id that was changed follow it. */
export class Ids {
  readonly #taken = new Set<string>()
  readonly #given = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** `wanted`, or an id made of it. */
  add(wanted: string): string {
    const first = ofParts.test(wanted) ? `text-${wanted}` : wanted
    // Counting from the last one on: many equal ids would take quadratic time.
    let count = this.#counts.get(first) ?? 1
    let id = first
    while (this.#taken.has(id) || isPageId(id)) id = `${first}-${++count}`
    this.#counts.set(first, count)
    this.#taken.add(id)
    if (!this.#given.has(wanted)) this.#given.set(wanted, id)
    return id
  }

  /** The URL of a link. */
  follow(url: string): string {
    const id = url.startsWith('#') ? this.#given.get(idOfFragment(url)) : undefined
    return id ? `#${encodeURIComponent(id)}` : url
  }
}

/** Elements with an id and all h2 elements get an id of their own. */
export function nameElements(elements: Element[]): void {
  const ids = new Ids()
  for (const { attribs } of elements) if (attribs['id']) attribs['id'] = ids.add(attribs['id'])
  for (const element of elements) {
    const { name, attribs } = element
    if (name === 'h2' && !attribs['id']) element.attribs = { id: ids.add('section'), ...attribs }
    if (attribs['href']) attribs['href'] = ids.follow(attribs['href'])
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
