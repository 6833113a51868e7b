// A second tier of a test, without Redis: an empty one, but for what a test gives.
import type { SharedStore } from '../../server/cache/store.ts'

export function createSharedStore(given: Partial<SharedStore>): SharedStore {
  return {
    get: async () => [],
    set: async () => {},
    delete: async () => {},
    purge: async () => 0,
    onPurge: () => {},
    setContent: async () => {},
    close: async () => {},
    ...given,
  }
}
