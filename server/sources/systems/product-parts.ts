// Fields of products alone: key figures, order codes and references. Every system reads them alike.
import type { SectionKind } from '../../../shared/sections.ts'
import { objectsOf, specsFrom, textFrom, textsFrom } from './values.ts'

type Name = 'highlights' | 'variants' | 'references'

/** Empty for articles of a section of another kind, whose files have no such fields. */
export function productParts(kind: SectionKind | undefined, read: (name: Name) => unknown) {
  if (kind !== 'product') return {}
  return {
    highlights: textsFrom(read('highlights')),
    variants: variantsFrom(read('variants')),
    references: referencesFrom(read('references')),
  }
}

/** Variants of objects with a `code` or `sku`; attributes are read as specifications are. */
function variantsFrom(value: unknown) {
  return objectsOf(value).flatMap(({ code, sku, size, attributes }) => {
    const orderCode = textFrom(code ?? sku)
    return orderCode ? [{ code: orderCode, size: textFrom(size), attributes: specsFrom(attributes) }] : []
  })
}

/** References of objects with a `name` or `title`. */
function referencesFrom(value: unknown) {
  return objectsOf(value).flatMap(({ name, title, place, since, text }) => {
    const user = textFrom(name ?? title)
    return user ? [{ name: user, place: textFrom(place), since: textFrom(since), text: textFrom(text) }] : []
  })
}
