// Reading thread: reads the content folder on a worker thread, which ends when there is nothing to read, and scans it on another one.
// Neither holds anything up where the file system does not respond.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../sources/markdown/problem.ts'
import type { Scan } from '../sources/markdown/scan.ts'
import type { Reading, ReadingOptions } from './read-content.ts'
import { createWorkers, type RunningWorker } from './workers.ts'

/** `ms`: how long the scan took. */
export type TimedScan = Scan & { ms: number }
export type ScanOf = { folders: string[] | undefined }

/** `read` and `scan` reject when the folder cannot be read, and when it does not respond. One of each at a time. */
export type ContentReader = {
  /** Version of the code that reads. */
  version: string
  read: (options: ReadingOptions) => Promise<Reading>
  /** Scans the folders with content; by default those of the default sections. */
  scan: (folder: string, folders?: string[]) => Promise<TimedScan>
  close: () => Promise<void>
}

/** `silenceMs`: how long a thread may show no progress. */
type ReadingThreadOptions = { silenceMs?: number }

const defaultSilenceMs = 30_000
/** The start of a thread costs more than a reading of few changes; at rest its memory is not needed. */
const idleMs = 5000
/** About the start of a thread. Records that take longer are written by the next reading. */
const completeMs = 100

type Reader = RunningWorker & {
  /** Whether its reading is served already. */
  hasRead: boolean
  /** Resolves when its reading is complete, with the records. */
  complete: PromiseWithResolvers<true>
  /** Ends it where nothing is read. */
  timer?: NodeJS.Timeout
}

export function createReadingThread(
  file: string,
  log: Pick<Log, 'warn'>,
  { silenceMs = defaultSilenceMs }: ReadingThreadOptions = {},
): ContentReader {
  const workers = createWorkers({ file, silenceMs, log })
  // The bundle names the files that it imports by their digests.
  const version = hash('sha256', readFileSync(file))
  const readers = createReaders(workers, version, log)
  let scanner: RunningWorker | undefined
  let scannerTimer: NodeJS.Timeout | undefined

  return {
    version,
    async read(options) {
      const current = await readers.idle()
      Object.assign(current, { hasRead: false, complete: Promise.withResolvers<true>() })
      current.worker.ref()
      const next = current.next<Reading>()
      current.worker.postMessage(options)
      const reading = await next
      current.hasRead = true
      // The records alone do not keep the process alive.
      current.worker.unref()
      return reading
    },
    async scan(folder, folders) {
      clearTimeout(scannerTimer)
      if (!scanner || scanner.hasEnded()) {
        scanner = workers.start({ scans: folder }, `content scan of ${folder}`)
        scanner.worker.unref()
      }
      const current = scanner
      const next = current.next<TimedScan | { problem: string }>()
      current.worker.postMessage({ folders } satisfies ScanOf)
      const scan = await next
      scannerTimer = setTimeout(() => void current.end(), idleMs).unref()
      if ('problem' in scan) throw new Error(`content scan of ${folder}: ${scan.problem}`)
      return scan
    },
    close: workers.close,
  }
}

/** The reader of readings: one that has nothing to read is used again for a while. */
function createReaders(workers: ReturnType<typeof createWorkers>, version: string, log: Pick<Log, 'warn'>) {
  let reader: Reader | undefined

  function startReader(): Reader {
    const started = workers.start({ reads: true, version }, 'content reading')
    const current: Reader = { ...started, hasRead: false, complete: Promise.withResolvers() }
    current.worker.on('message', (message) => {
      if (message !== 'complete') return
      current.complete.resolve(true)
      current.timer = setTimeout(() => endIdle(current), idleMs).unref()
    })
    current.worker.on('error', (err) => {
      if (current.hasRead) log.warn({ err }, 'content records not complete')
    })
    return current
  }

  /** The reader is not used again, although it ends later. */
  function endIdle(current: Reader): void {
    if (reader === current) reader = undefined
    void current.end()
  }

  /** One that has nothing to read, else a new one. */
  async function idle(): Promise<Reader> {
    clearTimeout(reader?.timer)
    const before = reader
    if (before?.hasRead && !before.hasEnded()) {
      const limit = new AbortController()
      const isLate = sleep(completeMs, false, { signal: limit.signal }).catch(() => false)
      const isComplete = await Promise.race([before.complete.promise, isLate])
      limit.abort()
      clearTimeout(before.timer)
      if (isComplete && !before.hasEnded()) return before
    }
    await before?.end()
    reader = startReader()
    return reader
  }

  return { idle }
}

/** `distDir`: the output folder of build.mjs, which holds the worker's bundle. */
export function createSiteReader(distDir: string, log: Pick<Log, 'warn'>): ContentReader {
  return createReadingThread(join(distDir, 'server/content-worker.js'), log)
}
