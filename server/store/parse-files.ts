// Parses many files, on a second thread as well: parsing is most of the time of the first reading.
import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import {
  createParseFile,
  type ParseFile,
  type ParseOptions,
  type ParseResult,
  type ParseTask,
} from '../sources/markdown/parse-file.ts'

/** In any order. */
export type ParseAll = (tasks: ParseTask[]) => AsyncIterable<ParseResult>

/** Fewer files are parsed sooner than a thread has started. */
const fewest = 1000
/** The first thread stores the results of both. */
const ownBatch = 40
const helperBatch = 60

/** `helperFile` calls `helpParsing` on the second thread; without it there is none. */
export function createParseAll(options: ParseOptions, helperFile: string | undefined): ParseAll {
  const parse = createParseFile(options)
  return async function* (tasks) {
    if (helperFile === undefined || tasks.length < fewest) {
      for (const task of tasks) yield parse(task)
      return
    }
    const helper = new Worker(helperFile, { workerData: { helps: options } })
    try {
      yield* parseOnBoth([...tasks], parse, helper)
    } finally {
      await helper.terminate()
    }
  }
}

async function* parseOnBoth(
  rest: ParseTask[],
  parse: ParseFile,
  helper: Worker,
): AsyncGenerator<ParseResult> {
  let helped = resultsOf(helper, rest.splice(0, helperBatch))
  while (rest.length > 0) {
    for (const task of rest.splice(0, ownBatch)) yield parse(task)
    const results = await helped
    helped = resultsOf(helper, rest.splice(0, helperBatch))
    yield* results
  }
  yield* await helped
}

async function resultsOf(helper: Worker, tasks: ParseTask[]): Promise<ParseResult[]> {
  const reported = once(helper, 'message')
  helper.postMessage(tasks)
  const [results] = await reported
  return results
}

/** On the second thread. */
export function helpParsing(options: ParseOptions): void {
  const parse = createParseFile(options)
  parentPort?.on('message', (tasks: ParseTask[]) => parentPort?.postMessage(tasks.map(parse)))
}
