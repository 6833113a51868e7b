// Sort order of lists.

type Placed = { id: number; order?: number | undefined; published_at?: string | undefined }

/** By `order`, items without one last; then the newest first, undated items last; then by id. */
export function byPlace(a: Placed, b: Placed): number {
  return (
    compare(a.order ?? Number.POSITIVE_INFINITY, b.order ?? Number.POSITIVE_INFINITY) ||
    compare(timeOf(b), timeOf(a)) ||
    compare(a.id, b.id)
  )
}

/** Milliseconds since 1970. */
export function timeOf({ published_at }: { published_at?: string | undefined }): number {
  return published_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(published_at)
}

// Not by subtraction: Infinity - Infinity is NaN.
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
