// A search thread that finds nothing: it ends with the word `exit`, and is busy for ever with `hang`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { createSearchThread } from '../../server/store/search-thread.ts'
import { createFolder } from '../content/world.ts'

const worker = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ question: { query } }) => {
    if (query === 'exit') process.exit(1)
    if (query === 'hang') while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    parentPort.postMessage({ answer: { list: [], total: 0, counts: {}, terms: [query] } })
  })
  parentPort.postMessage('ready')`

type Options = Partial<Omit<Parameters<typeof createSearchThread>[1], 'startDeadline'>>

/** `deadlines`: of the searches that have begun; each is a function that lets it expire. Closes with the test. */
export function createFakeSearchThread(t: Test, options: Options = {}) {
  const file = join(createFolder(t, {}), 'worker.mjs')
  writeFileSync(file, worker)
  const deadlines: (() => void)[] = []
  const startDeadline = (expire: () => void) => {
    deadlines.push(expire)
    return () => {}
  }
  const search = createSearchThread(file, { log: { warn() {} }, waitMs: 600_000, startDeadline, ...options })
  t.teardown(() => search.close())
  return { search, deadlines }
}
