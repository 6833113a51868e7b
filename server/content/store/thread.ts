// Thread manager: jobs run one after the other on a worker thread, each within a deadline. When it passes, the thread is ended, the job
// fails with what it was about, and the next one has a new thread.
import { parentPort, Worker } from 'node:worker_threads'

/** `started`: what the job is about now, which has the deadline anew. */
type Message = { started: string } | { result: unknown } | { problem: string; code: unknown }
/** `about`: what took too long, as a path. */
type LateError = Error & { name: 'LateError'; about: string | undefined }

export function isLate(error: unknown): error is LateError {
  return error instanceof Error && error.name === 'LateError'
}

/** `file`: the bundle of a module that calls `answerJobs`. The thread starts with the first job, and does not keep the process alive. */
export function createThread(file: string, deadlineMs: number) {
  let current: { worker: Worker; ready: Promise<unknown> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function start() {
    const worker = new Worker(file)
    const { promise: ready, resolve, reject } = Promise.withResolvers()
    // The start of a thread does not count for a deadline.
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => {
        reject(new Error('the thread ended'))
        if (current?.worker === worker) current = undefined
      })
    worker.on('error', () => {})
    ready.catch(() => {})
    return { worker, ready }
  }

  /** The next job has a new thread. */
  async function end(): Promise<void> {
    const ending = current
    current = undefined
    await ending?.worker.terminate()
  }

  async function run(job: object): Promise<unknown> {
    if (isClosed) throw new Error('closed')
    current ??= start()
    const { worker, ready } = current
    worker.ref()
    await ready
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    let about: string | undefined
    const timer = setTimeout(() => {
      void end()
      reject(
        Object.assign(new Error(`no result within ${deadlineMs} ms: ${about}`), { name: 'LateError', about }),
      )
    }, deadlineMs)
    const receive = (message: Message) => {
      if ('started' in message) {
        about = message.started
        timer.refresh()
      } else if ('result' in message) resolve(message.result)
      else reject(Object.assign(new Error(message.problem), { code: message.code }))
    }
    const fail = () => reject(new Error('the thread ended'))
    worker.on('message', receive).once('exit', fail).postMessage(job)
    return promise.finally(() => {
      clearTimeout(timer)
      worker.off('message', receive).off('exit', fail).unref()
    })
  }

  return {
    /** Rejects with an error of the job, with LateError, or where the thread ends. */
    run(job: object): Promise<unknown> {
      const running = last.then(() => run(job))
      last = running.catch(() => {})
      return running
    },
    end,
    async close(): Promise<void> {
      isClosed = true
      await end()
    },
  }
}

/** On the thread. `started`: what the job is about now. */
export function answerJobs<Job>(run: (job: Job, started: (about: string) => void) => unknown): void {
  const send = (message: Message | 'ready') => parentPort?.postMessage(message)
  parentPort?.on('message', async (job: Job) => {
    try {
      send({ result: await run(job, (started) => send({ started })) })
    } catch (error) {
      const { message, code } = error as Error & { code?: unknown }
      send({ problem: message, code })
    }
  })
  send('ready')
}
