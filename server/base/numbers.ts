// Whole numbers of requests, and their limits.

/** `undefined` for anything but digits with an optional sign. */
export function wholeNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
