// Header fields: lower-case names, values as sent.

export type Fields = Record<string, string | string[]>

/** The combined value (RFC 9110 §5.3), or undefined. */
export function field(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The members of a comma-separated list, trimmed. */
export function listMembers(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean)
}
