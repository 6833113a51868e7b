// Worker thread: one reading of the content folder, a second thread that helps to parse it, or one that scans the folder.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { scanFolder } from './scan.ts'

const file = import.meta.filename

// The thread that scans stays: it loads no more than it needs.
if (workerData.scans) answerScans(workerData.scans)
else if (workerData.helps) (await import('./parse-files.ts')).helpParsing(workerData.helps)
else {
  const { readContent } = await import('./read-content.ts')
  // The bundle of this file names the files that it imports by their digests.
  const version = hash('sha256', readFileSync(file))
  await readContent(workerData, { version, helperFile: file }, (reading) => parentPort?.postMessage(reading))
}

function answerScans(folder: string): void {
  parentPort?.on('message', () => {
    const started = performance.now()
    try {
      const scan = scanFolder(folder)
      parentPort?.postMessage({ ...scan, ms: performance.now() - started })
    } catch (error) {
      parentPort?.postMessage({ problem: String(error) })
    }
  })
}
