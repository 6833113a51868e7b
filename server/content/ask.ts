// Numbers as visitors and pages send them.

/** An id in a path; one that is no positive whole number is nothing's id. */
export function idFrom(param: string): number {
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : 0
}

/** `undefined` for anything but digits with an optional sign. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
