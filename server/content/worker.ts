// Worker thread: one reading of the content folder, or a second thread that helps to parse it.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { helpParsing } from './parse-files.ts'
import { readContent } from './read-content.ts'

const file = import.meta.filename

if (workerData.helps) helpParsing(workerData.helps)
else {
  // The bundle of this file names the files that it imports by their digests.
  const version = hash('sha256', readFileSync(file))
  await readContent(workerData, { version, helperFile: file }, (reading) => parentPort?.postMessage(reading))
}
