// Messages in error bodies of an upstream, as far as people are shown them.
import { isRecord } from '../is-record.ts'

const longest = 200

/** The message, or '': HTML and long texts are pages of gateways or traces, not messages. */
export function shownMessage(message: unknown): string {
  if (typeof message !== 'string' || message.length > longest || /<[a-z!/?]/i.test(message)) return ''
  return message
}

/** The message of an error body, or ''. A string body that is JSON is parsed. */
export function errorMessage(body: unknown): string {
  if (typeof body === 'string') {
    const parsed = jsonIn(body)
    return parsed === undefined ? shownMessage(body) : errorMessage(parsed)
  }
  if (!isRecord(body)) return ''
  return Object.values(fieldMessages(body['errors'])).join(';') || shownMessage(body['message'])
}

/** The messages of an `errors` map by field; `between` those of one field. */
export function fieldMessages(errors: unknown, between = ','): Record<string, string> {
  if (!isRecord(errors)) return {}
  const texts = Object.entries(errors).map(([field, messages]) => [
    field,
    [messages].flat().map(String).map(shownMessage).filter(Boolean).join(between),
  ])
  return Object.fromEntries(texts.filter(([, text]) => text))
}

/** Undefined for anything but JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
