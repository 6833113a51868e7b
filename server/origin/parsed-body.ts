// JSON bodies of responses.

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for what is no JSON in UTF-8 (RFC 8259 §8.1; a byte order mark is ignored). */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}

/**
 * Parses each stored body once: the cache keeps the same Buffer for a response, and what is read from the same object is
 * read and sanitised once. The objects must not be changed.
 */
export function createBodyParser(): (body: Buffer) => unknown {
  const parsed = new WeakMap<Buffer, { value: unknown }>()
  return (body) => {
    const known = parsed.get(body) ?? { value: parseBody(body) }
    parsed.set(body, known)
    return known.value
  }
}
