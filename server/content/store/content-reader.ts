// Content reader: reads and scans the content folder on a worker thread.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scan } from '../markdown/scan.ts'
import type { Reading, ReadingOptions } from './read-content.ts'
import { createThread, isLate } from './thread.ts'

/** `ms`: how long the scan took. */
export type TimedScan = Scan & { ms: number }
export type ContentJob =
  | { read: ReadingOptions; version: string }
  | { scan: string; folders: string[] | undefined }

/** `read` and `scan` reject when the folder cannot be read. */
export type ContentReader = {
  /** Version of the code that reads. */
  version: string
  read: (options: ReadingOptions) => Promise<Reading>
  /** Scans the folders with content; by default those of the default sections. */
  scan: (folder: string, folders?: string[]) => Promise<TimedScan>
  close: () => Promise<void>
}

/** Of each file, and of each step that follows the last one. */
const deadlineMs = 15_000
/** The start of a thread costs more than a reading of few changes; at rest its memory is not needed. */
const idleMs = 5000

/** `distDir`: the output folder of build.mjs, which holds the worker's bundle. */
export function createContentReader(distDir: string): ContentReader {
  const file = join(distDir, 'server/content-worker.js')
  // The bundle names the files that it imports by their digests.
  const version = hash('sha256', readFileSync(file))
  const thread = createThread(file, deadlineMs)
  let timer: NodeJS.Timeout | undefined

  /** A file that takes too long is not read. */
  async function read(options: ReadingOptions): Promise<Reading> {
    const { slow = [] } = options
    try {
      // content-worker.ts answers with it.
      return (await thread.run({ read: options, version } satisfies ContentJob)) as Reading
    } catch (error) {
      const file = isLate(error) ? error.about : undefined
      if (!file || slow.includes(file)) throw error
      return read({ ...options, slow: [...slow, file] })
    }
  }

  return {
    version,
    async read(options) {
      clearTimeout(timer)
      return read(options).finally(() => {
        timer = setTimeout(thread.end, idleMs).unref()
      })
    },
    // content-worker.ts answers with it.
    scan: async (folder, folders) =>
      (await thread.run({ scan: folder, folders } satisfies ContentJob)) as TimedScan,
    close: thread.close,
  }
}
