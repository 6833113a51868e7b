// Parse cache: parsed content files, reused while their text is unchanged. Parsing is most of the time of a reload.
import { hash } from 'node:crypto'

type Parsed = { digest: string; content: unknown }
export type ParseCache = ReturnType<typeof createParseCache>

export function createParseCache() {
  let last = new Map<string, Parsed>()
  let current = new Map<string, Parsed>()
  return {
    /** The result of `parse` must depend on the file's name and text only; errors are not cached. */
    get<T>(file: string, text: string, parse: () => T): T {
      const digest = hash('sha256', text)
      const found = last.get(file)
      const parsed = found?.digest === digest ? found : { digest, content: parse() }
      current.set(file, parsed)
      return parsed.content as T
    },
    /** Called after the whole folder was read: removes deleted files. */
    prune(): void {
      last = current
      current = new Map()
    },
  }
}
