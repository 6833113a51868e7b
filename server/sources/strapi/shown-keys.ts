// Keys of entries that other entries show, such as tags and authors: a webhook of any other entry changes nothing here.
import { isObject, type Json } from '../systems/values.ts'

/** Limit of keys in one process, which knows all of them when it has read all entries of all types. */
const most = 100_000

export function createShownKeys() {
  const keys = new Set<string>()

  /** Learns what is in an entry, but for the entry itself. */
  function learn(entry: Json): void {
    const rest: unknown[] = Object.values(entry)
    while (rest.length > 0) {
      const value = rest.pop()
      if (Array.isArray(value)) rest.push(...(value as unknown[]))
      else if (isObject(value)) {
        if (typeof value['documentId'] === 'string' && keys.size < most) keys.add(value['documentId'])
        rest.push(...Object.values(value))
      }
    }
  }

  return {
    learn(entries: Json[]): void {
      for (const entry of entries) learn(entry)
    },
    has: (key: string): boolean => keys.has(key) || keys.size >= most,
  }
}
