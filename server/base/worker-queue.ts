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

export type WorkerQueue<Job, Result> = {
  run: (job: Job) => Promise<Result>
  close: () => Promise<void>
}

/** The thread is terminated after this time without a job or its result: idle or hanging. */
const idleMs = 30_000

export function createWorkerQueue<Job, Result>(options: WorkerQueueOptions): WorkerQueue<Job, Result> {
  const { name, file, workerData, resourceLimits, maxWaiting, full } = options
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let current: PromiseWithResolvers<Result> | undefined
  /** Ends with the last job. */
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isClosed = false

  /** Only the current job fails; a new thread does the others. */
  const stop = async (error: unknown) => {
    clearTimeout(timer)
    current?.reject(error)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(file, { workerData, resourceLimits })
    const ended = (error: unknown) => worker === started && void stop(error)
    return started
      .on('message', (result: Result) => worker === started && current?.resolve(result))
      .on('error', ended)
      .on('exit', (code) => ended(new Error(`${name}: exited with code ${code}`)))
  }

  const work = async (job: Job): Promise<Result> => {
    if (isClosed) throw new Error(`${name}: closed`)
    clearTimeout(timer)
    timer = setTimeout(() => stop(new Error(`${name}: no result within ${idleMs} ms`)), idleMs).unref()
    current = Promise.withResolvers<Result>()
    worker ??= start()
    worker.ref()
    worker.postMessage(job)
    // An idle thread does not keep the process alive.
    return current.promise.finally(() => worker?.unref())
  }

  return {
    async run(job) {
      if (waiting >= maxWaiting) throw full()
      waiting++
      const result = tail.then(() => work(job)).finally(() => waiting--)
      tail = result.catch(() => {})
      return result
    },
    async close() {
      isClosed = true
      await stop(new Error(`${name}: closed`))
    },
  }
}
