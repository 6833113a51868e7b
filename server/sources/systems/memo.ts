// Memo of what several parts of a source read alike: concurrent reads are one, whose result is used until `forget`.
import { LRUCache } from 'lru-cache'

/** Reads what is not known. `key`: everything that the result depends on. */
type Memo<T> = (key: string, read: () => Promise<T>) => Promise<T>
export type Memos = ReturnType<typeof createMemos>

const mostKeys = 100

export function createMemos() {
  const clear: (() => void)[] = []
  return {
    create<T>(): Memo<T> {
      const known = new LRUCache<string, { value: Promise<T> }>({ max: mostKeys })
      clear.push(() => known.clear())
      return (key, read) => {
        const last = known.get(key)
        if (last) return last.value
        const entry = { value: read() }
        known.set(key, entry)
        entry.value.catch(() => {
          if (known.get(key) === entry) known.delete(key)
        })
        return entry.value
      }
    },
    /** Forgets what has been read: it may have changed. */
    forget: () => clear.forEach((one) => void one()),
  }
}
