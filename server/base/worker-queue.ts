// Worker queue: jobs for a worker thread, one after the other. The thread is started on demand, and stopped when idle.
import { type ResourceLimits, Worker } from 'node:worker_threads'

type WorkerQueueOptions = {
  /** The subject of error messages: `picture worker`. */
  name: string
  /** The worker's bundle: it answers each message with one message. */
  file: string
  workerData?: unknown
  resourceLimits: ResourceLimits
  maxWaiting: number
  /** The error of a job that finds the queue full. */
  full: () => Error
}
type Waiting<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void }

export type WorkerQueue<Job, Result> = {
  run: (job: Job) => Promise<Result>
  close: () => Promise<void>
}

/** The thread is terminated after this time without a result: idle or hanging. */
const idleMs = 30_000

export function createWorkerQueue<Job, Result>(options: WorkerQueueOptions): WorkerQueue<Job, Result> {
  const { name, file, workerData, resourceLimits, maxWaiting, full } = options
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  /** The first one is being worked on. */
  const waiting: Waiting<Job, Result>[] = []

  const stop = async () => {
    clearTimeout(timer)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const startFirst = () => {
    clearTimeout(timer)
    timer = setTimeout(() => failed(new Error(`${name}: no result within ${idleMs} ms`)), idleMs).unref()
    const [first] = waiting
    // An idle thread does not keep the process alive.
    if (!first) return worker?.unref()
    worker ??= start()
    worker.ref()
    worker.postMessage(first.job)
  }

  const start = (): Worker => {
    const started = new Worker(file, { workerData, resourceLimits })
    const ended = (error: unknown) => worker === started && failed(error)
    started.on('message', (result: Result) => {
      if (worker !== started) return
      waiting.shift()?.resolve(result)
      startFirst()
    })
    started.on('error', ended)
    started.on('exit', (code) => ended(new Error(`${name}: exited with code ${code}`)))
    return started
  }

  /** Only the current job fails; a new thread does the others. */
  const failed = (error: unknown) => {
    void stop()
    waiting.shift()?.reject(error)
    if (waiting.length > 0) startFirst()
  }

  return {
    async run(job) {
      if (waiting.length >= maxWaiting) throw full()
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      waiting.push({ job, resolve, reject })
      if (waiting.length === 1) startFirst()
      return promise
    },
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Error(`${name}: closed`))
      await stop()
    },
  }
}
