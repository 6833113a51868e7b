// Content reader: reads the content folder on a worker thread.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorkerQueue, isLate } from '../../base/worker-queue.ts'
import type { Outcome, ReadingJob } from './reading.ts'

export type ContentReader = ReturnType<typeof createContentReader>

/** The start of a thread costs more than a reading of few changes; at rest its memory is not needed. */
const idleMs = 5000

/** `distDir`: the output folder of build.mjs, which holds the worker's bundle. */
export function createContentReader(distDir: string) {
  const file = join(distDir, 'server/content-worker.js')
  // The bundle names the files that it imports by their digests.
  const version = hash('sha256', readFileSync(file))
  const queue = createWorkerQueue<ReadingJob, Outcome>({ name: 'content reader', file })
  let timer: NodeJS.Timeout | undefined

  /**
   * Rejects when the folder cannot be read, or with an error of SQLite. A file that takes too long twice is not read: on a busy machine
   * it may have waited. `late`: the one that did so last.
   */
  async function read(job: Omit<ReadingJob, 'version'>, late?: string): Promise<Outcome> {
    const { slow = [] } = job
    try {
      const outcome = await queue.run({ ...job, version })
      if (outcome.reading) {
        clearTimeout(timer)
        timer = setTimeout(queue.end, idleMs).unref()
      }
      return outcome
    } catch (error) {
      const file = isLate(error) ? error.about : ''
      if (!file || slow.includes(file)) throw error
      return file === late ? read({ ...job, slow: [...slow, file] }) : read(job, file)
    }
  }

  return { read, close: queue.close }
}
