// The ids of useId: they tell where in the tree a component stands, so that the browser's React finds the same.

/** Ids of one rendering. */
export type Ids = ReturnType<typeof createIds>

const digitBits = 5
const mostBits = 30

export function createIds() {
  /** Pairs, up to `depth`: of how many children, and which of them. */
  const path: number[] = []
  let depth = 0
  let local = 0
  return {
    enter(count: number, index: number) {
      path[depth++] = count
      path[depth++] = index
    },
    leave() {
      depth -= 2
    },
    /** Before a component is called. */
    begin: () => {
      local = 0
    },
    wasUsed: () => local > 0,
    create(): string {
      const suffix = local > 0 ? `H${local.toString(32)}` : ''
      local++
      return `_R_${treeId(path.slice(0, depth))}${suffix}_`
    },
  }
}

/** A number that begins with a 1 and has the indexes above each other, of which what is too long becomes text. */
function treeId(path: number[]): string {
  let id = 1
  let text = ''
  for (let at = 0; at < path.length; at += 2) {
    const bits = bitsOf(path[at] as number)
    const index = (path[at + 1] as number) + 1
    let length = bitsOf(id) - 1
    let below = id & ~(1 << length)
    if (bits + length > mostBits) {
      const written = length - (length % digitBits)
      text = (below & ((1 << written) - 1)).toString(32) + text
      below >>= written
      length -= written
    }
    id = (1 << (bits + length)) | (index << length) | below
  }
  return (id & ~(1 << (bitsOf(id) - 1))).toString(32) + text
}

function bitsOf(value: number): number {
  return 32 - Math.clz32(value)
}
