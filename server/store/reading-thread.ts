// Reading thread: reads the content folder on a worker thread of its own for each reading, and scans it on another one. Neither
// holds anything up where the file system does not respond.
import { join } from 'node:path'
import type { Log } from '../sources/markdown/problem.ts'
import type { Scan } from '../sources/markdown/scan.ts'
import type { BrandOptions, BrandReading } from './brand-file.ts'
import type { Reading, ReadingOptions } from './read-content.ts'
import { createWorkers, type RunningWorker } from './workers.ts'

/** `ms`: how long the scan took. */
export type TimedScan = Scan & { ms: number }

/** `read`, `scan` and `readBrand` reject when the folder cannot be read, and when it does not respond. One of each at a time. */
export type ContentReader = {
  read: (options: ReadingOptions) => Promise<Reading>
  /** Of these files, else of the whole folder. */
  scan: (folder: string, files?: string[]) => Promise<TimedScan>
  /** Of a folder beside an upstream. */
  readBrand: (options: BrandOptions) => Promise<BrandReading>
  close: () => Promise<void>
}

/** `silenceMs`: how long a thread may show no progress. */
type Options = { silenceMs?: number }

const defaultSilenceMs = 30_000

export function createReadingThread(
  file: string,
  log: Pick<Log, 'warn'>,
  { silenceMs = defaultSilenceMs }: Options = {},
): ContentReader {
  const workers = createWorkers({ file, silenceMs, log })
  let reader: RunningWorker | undefined
  let scanner: RunningWorker | undefined

  return {
    async read(options) {
      // It may still be filling the search index, which the next reading continues.
      await reader?.end()
      reader = workers.start({ reads: options }, 'content reading')
      const current = reader
      const reading = await current.next<Reading>()
      // The search index alone does not keep the process alive.
      current.worker.unref()
      current.worker.on('error', (err) => log.warn({ err }, 'content search index not complete'))
      return reading
    },
    async scan(folder, files) {
      // Stays: a thread that starts each second costs more than what it does.
      if (!scanner || scanner.hasEnded()) {
        scanner = workers.start({ scans: folder }, `content scan of ${folder}`)
        scanner.worker.unref()
      }
      const found = scanner.next<TimedScan | { problem: string }>()
      scanner.worker.postMessage({ files })
      const scan = await found
      if ('problem' in scan) throw new Error(`content scan of ${folder}: ${scan.problem}`)
      return scan
    },
    async readBrand(options) {
      const current = workers.start({ brand: options }, 'reading of brand.yaml')
      try {
        return await current.next<BrandReading>()
      } finally {
        await current.end()
      }
    },
    close: workers.close,
  }
}

/** `distDir`: the output folder of build.mjs, which holds the worker's bundle. */
export function createSiteReader(distDir: string, log: Pick<Log, 'warn'>): ContentReader {
  return createReadingThread(join(distDir, 'server/content-worker.js'), log)
}
