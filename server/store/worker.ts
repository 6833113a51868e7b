// Worker thread: readings of the content folder, or one that scans the folder.
import { parentPort, workerData } from 'node:worker_threads'
import { scanFolder } from '../sources/markdown/scan.ts'
import type { ReadingOptions } from './read-content.ts'
import type { ScanOf } from './reading-thread.ts'

// The thread that scans stays: it loads no more than it needs.
if (workerData.scans) answerScans(workerData.scans)
else {
  const { readContent } = await import('./read-content.ts')
  const progress = () => void Atomics.add(workerData.beats, 0, 1)
  // An error ends the thread.
  parentPort?.on('message', async (options: ReadingOptions) => {
    await readContent(options, { version: workerData.version, progress }, (reading) =>
      parentPort?.postMessage(reading),
    )
    parentPort?.postMessage('complete')
  })
}

function answerScans(folder: string): void {
  parentPort?.on('message', ({ folders }: ScanOf) => {
    const started = performance.now()
    try {
      const scan = scanFolder(folder, folders)
      parentPort?.postMessage({ ...scan, ms: performance.now() - started })
    } catch (error) {
      parentPort?.postMessage({ problem: String(error) })
    }
  })
}
