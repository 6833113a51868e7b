// The order of lists.

type Placed = { id: number; order?: number | undefined; published_at?: string | undefined }

/** What has an `order` comes first by it; then the newest, with undated things last; then by id. */
export function byPlace(a: Placed, b: Placed): number {
  return (
    compare(a.order ?? Number.POSITIVE_INFINITY, b.order ?? Number.POSITIVE_INFINITY) ||
    compare(time(b), time(a)) ||
    compare(a.id, b.id)
  )
}

export function byRecency(a: Placed, b: Placed): number {
  return compare(time(b), time(a)) || compare(a.id, b.id)
}

function time({ published_at }: Placed): number {
  return published_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(published_at)
}

// Infinity minus itself is no number, so that subtraction would not do.
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
