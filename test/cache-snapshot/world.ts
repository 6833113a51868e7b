// A memory tier, its snapshot in a folder of the test's own, and a clock that is moved by hand.
import { join } from 'node:path'
import type { Test } from 'tap'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import { createSnapshot } from '../../server/cache/snapshot.ts'
import { start } from '../cache-redis/entries.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'

const megabyte = 1_048_576

export async function createWorld(t: Test) {
  const folder = createFolder(t, {})
  const file = join(folder, 'deep', 'cache.snapshot')
  const clock = { now: start }
  /** What a server has between its start and its end. */
  const startLife = ({ maxBytes = 10 * megabyte, memoryBytes = 10 * megabyte } = {}) => {
    const memory = createMemoryStore({ maxBytes: memoryBytes })
    const { log, lines } = createLog()
    const snapshot = createSnapshot({ file, memory, log, maxBytes, now: () => clock.now })
    return { memory, lines, snapshot }
  }
  return { folder, file, clock, startLife }
}
