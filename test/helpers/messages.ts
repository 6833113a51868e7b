// Messages of forms, as a local origin of a test stores them.
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { createLocalMessages } from '../../server/forms/local-messages.ts'
import { silent } from './log.ts'

/** `file`: the SQLite file; default: none. */
export function createTestMessages({ file = ':memory:', now = Date.now } = {}) {
  const disk = createDiskOutbox({ file, now, monotonic: () => performance.now() })
  const stores = { disk, redis: undefined, outboxes: () => [disk], outboxesOf: () => [], close: disk.close }
  return { disk, ...createLocalMessages({ stores, log: silent, now }) }
}
