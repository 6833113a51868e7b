// One text for one JSON value, whatever the order of its keys.

const deepest = 16

/** Throws on anything nested deeper than 16 levels. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > deepest) throw new Error('nested too deeply')
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const source = value as Record<string, unknown>
  const members = Object.keys(source)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(source[key], depth + 1)}`)
  return `{${members.join(',')}}`
}
