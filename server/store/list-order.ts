// List order: the place of items in lists, and of products in their families.

import type { ArticleFront } from '../sources/markdown/front.ts'
import type { Entry } from './entry.ts'

type Placed = { id: number; order?: number | undefined; published_at?: string | undefined }

export function inOrder(a: Entry<Placed>, b: Entry<Placed>): number {
  return byPlace(a.front, b.front)
}

/** Sub-items and unlisted articles are in no list. */
export function isListed({ parent, listed }: ArticleFront): boolean {
  return parent === undefined && listed !== false
}

/** Families in the order of their first article; articles without one last. */
export function byFamily(list: Entry<ArticleFront>[]): Entry<ArticleFront>[] {
  const families = Map.groupBy(list, ({ front }) => front.family)
  const others = families.get(undefined) ?? []
  families.delete(undefined)
  return [...[...families.values()].flat(), ...others]
}

/** The order: by `order`, items without one last; then the newest first, undated items last; then by id. */
function byPlace(a: Placed, b: Placed): number {
  return (
    compare(a.order ?? Number.POSITIVE_INFINITY, b.order ?? Number.POSITIVE_INFINITY) ||
    compare(timeOf(b), timeOf(a)) ||
    compare(a.id, b.id)
  )
}

/** Milliseconds since 1970. */
export function timeOf({ published_at }: Pick<Placed, 'published_at'>): number {
  return published_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(published_at)
}

// A subtraction would not do: Infinity - Infinity is NaN.
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
