// Memo of what several business calls of an adapter read alike: concurrent reads are one, whose result is used for a while.
import { LRUCache } from 'lru-cache'

/** Reads what is not known. `key`: everything that the result depends on. */
export type Memo<T> = (key: string, read: () => Promise<T>) => Promise<T>
export type Memos = ReturnType<typeof createMemos>

const mostKeys = 100
/** The call that started a read may have had less time left than the one that waits for it. */
const mostReads = 2

/** `now`: milliseconds since 1970. */
export function createMemos(now: () => number) {
  const clear: (() => void)[] = []
  return {
    create<T>(lifetimeMs: number): Memo<T> {
      const known = new LRUCache<string, { until: number; value: Promise<T> }>({ max: mostKeys })
      clear.push(() => known.clear())
      const get = (key: string, read: () => Promise<T>, reads: number): Promise<T> => {
        const last = known.get(key)
        if (last && last.until > now())
          return reads < mostReads ? last.value.catch(() => get(key, read, reads + 1)) : last.value
        const entry = { until: now() + lifetimeMs, value: read() }
        known.set(key, entry)
        entry.value.catch(() => {
          if (known.get(key) === entry) known.delete(key)
        })
        return entry.value
      }
      return (key, read) => get(key, read, 1)
    },
    /** What has been read may have changed. */
    forget: () => clear.forEach((one) => void one()),
  }
}
