// Keeps what is the same on many pages, as long as the content it was made from is in memory.

/** By identity: content that was read once is the same object wherever it is. */
type Source = { of: object; beside?: readonly unknown[] }
type Kept<T> = { beside: readonly unknown[]; made: T }

const nothing: readonly unknown[] = []
/** An empty list is the same for every search that finds nothing. */
const mostNames = 50

type Options<T> = {
  sizeOf: (made: T) => number
  /** Of what was made since it last began anew: then all of it is let go, and what is still in use is made again. */
  mostBytes: number
}

export function createFrozen<T>({ sizeOf, mostBytes }: Options<T>) {
  let known = new WeakMap<object, Map<string, Kept<T>>>()
  let bytes = 0

  const keep = (of: object, name: string, kept: Kept<T>) => {
    bytes += sizeOf(kept.made)
    if (bytes > mostBytes) {
      known = new WeakMap()
      bytes = sizeOf(kept.made)
    }
    const ofThis = known.get(of) ?? new Map<string, Kept<T>>()
    if (ofThis.size >= mostNames) ofThis.clear()
    known.set(of, ofThis.set(name, kept))
  }

  return (name: string, { of, beside = nothing }: Source, make: () => T): T => {
    const kept = known.get(of)?.get(name)
    if (kept && isSame(kept.beside, beside)) return kept.made
    const made = make()
    keep(of, name, { beside, made })
    return made
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}
