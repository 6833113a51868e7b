// Faults of a page's markup: ids, order of headings, references, inline styles and handlers.
import type { ElementSeen } from './elements.ts'

export function markupFaults(elements: ElementSeen[]): string[] {
  const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? [])
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  const headings = elements.flatMap(({ name }) => (/^h[1-6]$/.test(name) ? [Number(name[1])] : []))
  const skipped = headings.filter((level, index) => level > (headings[index - 1] ?? 0) + 1)
  return [
    ...repeated.map((id) => `id ${id} twice`),
    ...(headings.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
    ...skipped.map((level) => `h${level} after a gap`),
    ...elements.flatMap((element) => faultsIn(element, ids)),
  ]
}

function faultsIn({ name, attributes }: ElementSeen, ids: string[]): string[] {
  const references = ['for', 'aria-labelledby', 'aria-describedby', 'popovertarget']
  const lost = references.filter((key) => attributes[key] && !ids.includes(attributes[key]))
  const handlers = Object.keys(attributes).filter((key) => key === 'style' || key.startsWith('on'))
  const bare =
    name === 'img' && (!attributes['width'] || !attributes['height'] || attributes['alt'] === undefined)
  return [
    ...lost.map((key) => `${name} ${key} leads nowhere`),
    ...handlers.map((key) => `${name} has ${key}`),
    ...(bare ? [`img ${attributes['src']} without size or text`] : []),
    ...(name === 'button' && !attributes['type'] ? ['button without type'] : []),
  ]
}
