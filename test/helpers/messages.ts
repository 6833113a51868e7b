// Messages of forms, as a local origin of a test stores them.
import { createDiskStore } from '../../server/forms/disk-store.ts'
import { createSaveMessage } from '../../server/forms/stores.ts'

/** `file`: the SQLite file; default: none. */
export function createTestMessages({ file = ':memory:', now = Date.now } = {}) {
  const disk = createDiskStore({ file, resumes: false, now, monotonic: () => performance.now() })
  return { disk, save: createSaveMessage((message) => disk.add(message, []), now) }
}
