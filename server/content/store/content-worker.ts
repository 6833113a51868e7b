// Worker thread of the content: scans the content folder, and reads it where it has changed.
import { answerJobs } from '../../base/worker-queue.ts'
import { scanFolder } from '../markdown/scan.ts'
import type { Outcome, ReadingJob } from './read-content.ts'

answerJobs(readChanges)

/**
 * `started`: called with each file that is read, and with '' for each step after them. Rejects when the folder cannot be read, or with
 * an error of SQLite.
 */
export async function readChanges(
  job: ReadingJob,
  started: (path: string) => void = () => {},
): Promise<Outcome> {
  const { folder, last, seen } = job
  if (last && seen !== 'any') {
    const begun = performance.now()
    const { signature } = scanFolder(folder, last.folders)
    if (signature === last.signature || signature !== seen)
      return { signature, ms: performance.now() - begun }
  }
  // A thread that scans stays: it loads no more than it needs.
  const { readContent } = await import('./read-content.ts')
  const reading = await readContent(job, started)
  return { signature: reading.signature, ms: 0, reading }
}
