// Worker thread: readings of the content folder, one that reads brand.yaml, or one that scans the folder.
import { parentPort, workerData } from 'node:worker_threads'
import { scanFiles, scanFolder } from '../sources/markdown/scan.ts'
import type { ReadingOptions } from './read-content.ts'
import type { ScanOf } from './reading-thread.ts'

// The thread that scans stays: it loads no more than it needs.
if (workerData.scans) answerScans(workerData.scans)
else if (workerData.brand) {
  const { readBrandFile } = await import('./brand-file.ts')
  parentPort?.postMessage(readBrandFile(workerData.brand))
} else {
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
  parentPort?.on('message', ({ files, folders }: ScanOf) => {
    const started = performance.now()
    try {
      const scan = files ? scanFiles(folder, files) : scanFolder(folder, folders)
      parentPort?.postMessage({ ...scan, ms: performance.now() - started })
    } catch (error) {
      parentPort?.postMessage({ problem: String(error) })
    }
  })
}
