// Worker thread of the content: scans the content folder, and reads it where it has changed.
import { resolve } from 'node:path'
import { answerJobs } from '../../base/worker-queue.ts'
import { scanFolder } from '../markdown/scan.ts'
import { copyIndex, openIndexToRead, readState } from './content-index.ts'
import type { StartFile } from './files.ts'
import { isDue, type Outcome, type Reading, type ReadingJob, readingCode } from './reading.ts'

answerJobs(readChanges)

/**
 * `started`: called with each file that is read, and with '' for each step after them. Rejects when the folder cannot be read, or with
 * an error of SQLite.
 */
export async function readChanges(job: ReadingJob, started: StartFile = () => {}): Promise<Outcome> {
  copyIndex(job.copyOf, job.indexFile)
  const stored = job.last ? undefined : storedReading(job)
  const last = job.last ?? stored
  if (last && job.seen !== 'any') {
    const begun = performance.now()
    const { digest } = scanFolder(job.folder, last.folders)
    const ms = performance.now() - begun
    if (stored && digest === stored.digest) return { digest, ms, reading: stored }
    if (job.last && (digest === last.digest || digest !== job.seen)) return { digest, ms }
  }
  // A thread that scans stays: it loads no more than it needs.
  const { readContent } = await import('./read-content.ts')
  const reading = await readContent(job, started)
  return { digest: reading.digest, ms: 0, reading }
}

/** The reading of an earlier process; undefined where the folder must be read, for whatever reason. */
function storedReading(job: ReadingJob): Reading | undefined {
  try {
    const database = openIndexToRead(job.indexFile)
    try {
      // A reading has written them.
      const [code, folder] = JSON.parse(String(readState(database, 'identity'))) as unknown[]
      const isOfJob = code === readingCode(job) && folder === resolve(job.folder)
      const reading = JSON.parse(String(readState(database, 'reading'))) as Reading
      return isOfJob && !isDue(job.at, reading) ? reading : undefined
    } finally {
      database.close()
    }
  } catch {
    // The reading makes the database, or reports what is wrong with it.
    return undefined
  }
}
