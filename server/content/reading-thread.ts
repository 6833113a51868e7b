// Reading thread: reads the content folder on a worker thread of its own for each reading.
import { Worker } from 'node:worker_threads'
import type { Log } from './problem.ts'
import type { Reading, ReadingOptions } from './read-content.ts'

/** `read` rejects when the folder cannot be read. One reading at a time. */
export type ContentReader = {
  read: (options: ReadingOptions) => Promise<Reading>
  close: () => Promise<void>
}

export function createReadingThread(file: string, log: Pick<Log, 'warn'>): ContentReader {
  let worker: Worker | undefined

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
    async close() {
      await worker?.terminate()
    },
  }
}
