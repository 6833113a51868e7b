// What this renderer leaves to React, which knows all of its own elements and attributes.

export function unsupported(what: string): Error {
  return Object.assign(new Error(`left to React: ${what}`), { name: 'Unsupported' })
}

export function isUnsupported(error: unknown): boolean {
  return error instanceof Error && error.name === 'Unsupported'
}
