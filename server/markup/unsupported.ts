// What this renderer leaves to React, which knows all of its own elements and attributes.

export function unsupported(what: string): Error {
  return new Error(`left to React: ${what}`)
}
