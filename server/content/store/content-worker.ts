// Worker thread of the content: scans the content folder, and reads it where it has changed.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerJobs } from '../../base/worker-queue.ts'
import { scanFolder } from '../markdown/scan.ts'
import { openIndexToRead, readState } from './content-index.ts'
import type { StartFile } from './files.ts'
import { isDue, type Outcome, type Reading, type ReadingJob, readingCode } from './reading.ts'

/** Where two scans so far apart find the same, nothing is being written. */
const quietMs = 250
/** Changes that go on are read after this time: a large upload must not hold back everything else. */
const longestMs = 10_000

answerJobs(readChanges)

/**
 * `started`: called with each file that is read, and with '' for each step after them. Rejects when the folder cannot be read, or with
 * an error of SQLite.
 */
export async function readChanges(job: ReadingJob, started: StartFile = () => {}): Promise<Outcome> {
  const stored = job.last ? undefined : storedReading(job)
  const last = job.last ?? stored
  if (last && !isDue(job.at, last)) {
    const begun = performance.now()
    const scan = () => scanFolder(job.folder, last.folders).digest
    const found = scan()
    const ms = performance.now() - begun
    if (found === last.digest) return { ms, reading: stored }
    if (job.last) await untilQuiet(scan, found, started)
  }
  // A thread that scans stays: it loads no more than it needs.
  const { readContent } = await import('./read-content.ts')
  return { ms: 0, reading: await readContent(job, started) }
}

/** Resolves when two scans have found the same, or after the longest time. */
async function untilQuiet(scan: () => string, found: string, started: StartFile): Promise<void> {
  const begun = performance.now()
  for (let last = ''; found !== last && performance.now() - begun < longestMs; found = scan()) {
    last = found
    started('')
    await sleep(quietMs)
  }
}

/** The reading of an earlier process; undefined where the folder must be read, for whatever reason. */
function storedReading(job: ReadingJob): Reading | undefined {
  try {
    const database = openIndexToRead(job.indexFile)
    try {
      // A reading has written them.
      const [code, folder] = JSON.parse(String(readState(database, 'identity'))) as unknown[]
      const isOfJob = code === readingCode(job) && folder === resolve(job.folder)
      return isOfJob ? (JSON.parse(String(readState(database, 'reading'))) as Reading) : undefined
    } finally {
      database.close()
    }
  } catch {
    // The reading makes the database, or reports what is wrong with it.
    return undefined
  }
}
