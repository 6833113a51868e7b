// Messages in error bodies of an upstream, as far as people are shown them.

const longest = 200

/** The message, or '': HTML and long texts are pages of gateways or traces, not messages. */
export function shownMessage(message: unknown): string {
  const text = String(message ?? '')
  return text.length > longest || /<[a-z!/?]/i.test(text) ? '' : text
}

/** The message of an error body, or ''. A string body that is JSON is parsed. */
export function errorMessage(body: unknown): string {
  if (typeof body === 'string') {
    const parsed = parseJson(body)
    return parsed === undefined ? shownMessage(body) : errorMessage(parsed)
  }
  const { errors, message } = Object(body) as { errors?: unknown; message?: unknown }
  return Object.values(fieldMessages(errors)).join(';') || shownMessage(message)
}

/** The messages of an `errors` map by field; `between` those of one field. */
export function fieldMessages(errors: unknown, between = ','): Record<string, string> {
  const texts: Record<string, string> = {}
  // Of a text, Object.entries gives characters.
  for (const [field, messages] of Object.entries(typeof errors === 'object' ? { ...errors } : {})) {
    const text = [messages].flat().map(shownMessage).filter(Boolean).join(between)
    if (text) texts[field] = text
  }
  return texts
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
