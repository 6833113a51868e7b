// Messages of forms, as a local origin of a test stores them.
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { createSaveMessage } from '../../server/forms/form-stores.ts'

/** `file`: the SQLite file; default: none. */
export function createTestMessages({ file = ':memory:', now = Date.now } = {}) {
  const disk = createDiskOutbox({ file, now, monotonic: () => performance.now() })
  return { disk, save: createSaveMessage({ disk, redis: () => undefined, now }) }
}
