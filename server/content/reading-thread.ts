// Reading thread: reads the content folder on a worker thread of its own for each reading, and scans it on another one.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from './problem.ts'
import type { Reading, ReadingOptions } from './read-content.ts'
import type { Scan } from './scan.ts'

/** `ms`: how long the scan took. */
export type TimedScan = Scan & { ms: number }

/** `read` and `scan` reject when the folder cannot be read. One reading and one scan at a time. */
export type ContentReader = {
  read: (options: ReadingOptions) => Promise<Reading>
  scan: (folder: string) => Promise<TimedScan>
  close: () => Promise<void>
}

export function createReadingThread(file: string, log: Pick<Log, 'warn'>): ContentReader {
  let worker: Worker | undefined
  let scanner: Worker | undefined

  /** Stays: a thread that starts each second costs more than what it does. */
  function startScanner(folder: string): Worker {
    const started = new Worker(file, { workerData: { scans: folder } })
    // Errors reject the scan below.
    started
      .on('error', () => {})
      .once('exit', () => {
        if (scanner === started) scanner = undefined
      })
    started.unref()
    return started
  }

  return {
    async read(options) {
      // It may still be filling the search index, which the next reading continues.
      await worker?.terminate()
      const started = new Worker(file, { workerData: options })
      worker = started
      const { promise, resolve, reject } = Promise.withResolvers<Reading>()
      let isRead = false
      started
        .on('message', (reading: Reading) => {
          isRead = true
          // The search index alone does not keep the process alive.
          started.unref()
          resolve(reading)
        })
        .on('error', (err) => {
          if (isRead) log.warn({ err }, 'content search index not complete')
          reject(err)
        })
        .on('exit', (code) => reject(new Error(`content reading: the thread ended with code ${code}`)))
      return promise
    },
    async scan(folder) {
      scanner ??= startScanner(folder)
      const ended = new AbortController()
      const { signal } = ended
      const current = scanner
      const reported = once(current, 'message', { signal })
      const failed = once(current, 'exit', { signal }).then(() => {
        throw new Error(`content scan of ${folder}: the thread ended`)
      })
      current.postMessage('scan')
      try {
        const [found] = await Promise.race([reported, failed])
        if ('problem' in found) throw new Error(`content scan of ${folder}: ${found.problem}`)
        return found
      } finally {
        ended.abort()
        await Promise.allSettled([reported, failed])
      }
    },
    async close() {
      await Promise.all([worker?.terminate(), scanner?.terminate()])
    },
  }
}
