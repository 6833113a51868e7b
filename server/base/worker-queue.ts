// Worker queue: jobs for a worker thread, one after the other, each with a deadline. The thread is started on demand, and stopped when idle.
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'

type WorkerQueueOptions = {
  /** The subject of error messages: `picture worker`. */
  name: string
  /** The worker's bundle: it answers each message with one message. */
  file: string
  workerData?: unknown
  resourceLimits?: ResourceLimits
  /** A job that finds the queue full is rejected. */
  maxWaiting?: number
  /** Of a job, from what it has started last. The start of the thread does not count. */
  deadlineMs?: number
}

export type WorkerQueue<Job, Result> = ReturnType<typeof createWorkerQueue<Job, Result>>

/** `about`: what the job had started last. */
export function isLate(error: unknown): error is Error & { about: string } {
  return error instanceof Error && 'about' in error
}

/** The thread is terminated after this time without a job. */
const idleMs = 30_000

export function createWorkerQueue<Job, Result>(options: WorkerQueueOptions) {
  const { name, file, workerData, resourceLimits } = options
  const { deadlineMs = idleMs, maxWaiting = Number.POSITIVE_INFINITY } = options
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let current: PromiseWithResolvers<Result> | undefined
  let about = ''
  /** Ends with the last job. */
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isClosed = false

  /** Fails the current job alone; a new thread does the others. */
  const stop = async (error: unknown) => {
    clearTimeout(timer)
    current?.reject(error)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const stopAfter = (ms: number) => {
    clearTimeout(timer)
    const late = () => {
      const error = new Error(`${name}: no result within ${ms} ms${about && `: ${about}`}`)
      return stop(Object.assign(error, { about }))
    }
    timer = setTimeout(late, ms).unref()
  }

  const start = (): Worker => {
    const started = new Worker(file, { workerData, resourceLimits })
    const ended = (error: unknown) => worker === started && void stop(error)
    return started
      .on('message', (message: Result | Started) => {
        if (worker !== started) return
        if (!isStarted(message)) return current?.resolve(message)
        about = message.started
        stopAfter(message.ms ?? deadlineMs)
      })
      .on('error', ended)
      .on('exit', (code) => ended(new Error(`${name}: exited with code ${code}`)))
  }

  const work = async (job: Job): Promise<Result> => {
    if (isClosed) throw new Error(`${name}: closed`)
    about = ''
    stopAfter(worker ? deadlineMs : idleMs)
    current = Promise.withResolvers<Result>()
    worker ??= start()
    worker.ref()
    worker.postMessage(job)
    return current.promise.finally(() => {
      // An idle thread does not keep the process alive.
      worker?.unref()
      if (worker) stopAfter(idleMs)
    })
  }

  return {
    /** Rejects with the error of the job, which ends the thread, or as `isLate` says. */
    async run(job: Job): Promise<Result> {
      if (waiting >= maxWaiting) throw new Error(`${name}: too many jobs wait`)
      waiting++
      const result = tail.then(() => work(job)).finally(() => waiting--)
      tail = result.catch(() => {})
      return result
    },
    /** Ends the thread, which returns its memory, when no job runs or waits. */
    end(): void {
      tail = tail.then(() => stop(new Error(`${name}: ended`)))
    },
    async close(): Promise<void> {
      isClosed = true
      await stop(new Error(`${name}: closed`))
    },
  }
}

/** What a job is about from now on, which has the deadline anew, or `ms` until its own. */
type Started = { started: string; ms?: number | undefined }

function isStarted(message: unknown): message is Started {
  return typeof message === 'object' && message !== null && 'started' in message
}

/** On the thread. `started`: see Started. */
export function answerJobs<Job>(
  run: (job: Job, started: (about: string, ms?: number) => void) => unknown,
): void {
  const started = (about: string, ms?: number) =>
    parentPort?.postMessage({ started: about, ms } satisfies Started)
  parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await run(job, started)))
  started('')
}
