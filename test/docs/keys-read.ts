// The keys that the code reads, to be compared with those that a document names.
import type { Reader } from '../../shared/content/reader.ts'
import { richText } from '../content/world.ts'

/** The keys of a value that a reader reads, as the document writes them: `items[].url`. */
export function keysRead(reader: Reader<unknown>, value: unknown): string[] {
  const keys = new Set<string>()
  const recorded = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((item) => recorded(item, `${path}[]`))
    return new Proxy(part as Record<string, unknown>, {
      get(target, key) {
        const name = [path, String(key)].filter(Boolean).join('.')
        keys.add(name)
        return recorded(target[String(key)], name)
      },
    })
  }
  reader(recorded(value, ''), richText)
  return [...keys]
}
