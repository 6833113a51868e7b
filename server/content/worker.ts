// Worker thread: one reading of the content folder.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readContent } from './read-content.ts'

// The bundle of this file names the files that it imports by their digests.
const version = hash('sha256', readFileSync(import.meta.filename))

await readContent(workerData, version, (reading) => parentPort?.postMessage(reading))
