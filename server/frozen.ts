// Keeps what is the same on many pages, as long as the content it was made from is in memory.

/** By identity: content that was read once is the same object wherever it is. */
type Source = { of: object; beside?: readonly unknown[] }
type Kept<T> = { beside: readonly unknown[]; made: T }

const nothing: readonly unknown[] = []
/** An empty list is the same for every search that finds nothing. */
const mostNames = 50

export function createFrozen<T>() {
  const known = new WeakMap<object, Map<string, Kept<T>>>()
  return (name: string, { of, beside = nothing }: Source, make: () => T): T => {
    const ofThis = known.get(of) ?? new Map<string, Kept<T>>()
    const kept = ofThis.get(name)
    if (kept && isSame(kept.beside, beside)) return kept.made
    const made = make()
    if (ofThis.size >= mostNames) ofThis.clear()
    known.set(of, ofThis.set(name, { beside, made }))
    return made
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
