// Workers that read files: one whose file system does not respond cannot be stopped, so that nothing waits for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Log } from '../sources/markdown/problem.ts'

type WorkersOptions = { file: string; silenceMs: number; log: Pick<Log, 'warn'> }

export type RunningWorker = {
  worker: Worker
  hasEnded: () => boolean
  /** The next message. Rejects where the thread ends, fails or shows no progress. */
  next: <Message>() => Promise<Message>
  /** Resolves when the thread has ended, or is found not to. */
  end: () => Promise<void>
}

/** A thread ends when its statement of SQLite does, unless it waits for the file system. */
const endMs = 5000
const checks = 10

export function createWorkers({ file, silenceMs, log }: WorkersOptions) {
  const running = new Set<RunningWorker>()
  const stuck = createStuck(log)
  const closed = new AbortController()

  function start(workerData: object, what: string): RunningWorker {
    stuck.check(what)
    const beats = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(file, { workerData: { ...workerData, beats } })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    let isOnline = false
    worker.once('online', () => {
      isOnline = true
    })
    // Errors reject `next`.
    worker.on('error', () => {})
    const current: RunningWorker = {
      worker,
      hasEnded: () => !running.has(current),
      async next() {
        stuck.check(what)
        try {
          return await nextOf(worker, {
            beats,
            what,
            silenceMs,
            isOnline: () => isOnline,
            signal: closed.signal,
          })
        } catch (error) {
          await current.end()
          throw error
        }
      },
      async end() {
        if (!running.has(current)) return
        void worker.terminate()
        const limit = new AbortController()
        const isLate = sleep(endMs, true, { signal: limit.signal }).catch(() => false)
        const late = await Promise.race([ended, isLate])
        limit.abort()
        if (late) stuck.add(current, what)
      },
    }
    running.add(current)
    void ended.then(() => {
      running.delete(current)
      stuck.remove(current)
    })
    return current
  }

  return {
    start,
    async close(): Promise<void> {
      closed.abort()
      await Promise.all([...running].map(({ end }) => end()))
    },
  }
}

/** Workers that did not end. */
function createStuck(log: WorkersOptions['log']) {
  const stuck = new Set<RunningWorker>()

  /** Node.js waits for its threads when the process exits, also for one that will never return. */
  function killAtExit(): void {
    if (stuck.size > 0) process.kill(process.pid, 'SIGKILL')
  }

  return {
    add(worker: RunningWorker, what: string): void {
      if (stuck.has(worker)) return
      if (stuck.size === 0) process.once('exit', killAtExit)
      stuck.add(worker)
      log.warn({ what }, 'content folder does not respond')
    },
    remove(worker: RunningWorker): void {
      stuck.delete(worker)
      if (stuck.size === 0) process.off('exit', killAtExit)
    },
    /** Throws where a worker is stuck: threads must not pile up. */
    check(what: string): void {
      if (stuck.size > 0) throw new Error(`${what}: the content folder does not respond`)
    },
  }
}

/** `isOnline`: the time that a thread needs to start is not that of the file system. */
type Next = {
  beats: Int32Array
  what: string
  silenceMs: number
  isOnline: () => boolean
  signal: AbortSignal
}

function nextOf<Message>(worker: Worker, options: Next): Promise<Message> {
  const { beats, what, silenceMs, isOnline, signal } = options
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const fail = (reason: string) => reject(new Error(`${what}: ${reason}`))
  const onExit = (code: number) => fail(`the thread ended with code ${code}`)
  const onAbort = () => fail('closed')
  let silent = 0
  let last = Atomics.load(beats, 0)
  const timer = setInterval(() => {
    const beat = Atomics.load(beats, 0)
    silent = beat === last && isOnline() ? silent + 1 : 0
    last = beat
    if (silent >= checks) fail(`no response of the file system within ${silenceMs} ms`)
  }, silenceMs / checks)
  worker.on('message', resolve).on('error', reject).on('exit', onExit)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  return promise.finally(() => {
    clearInterval(timer)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  })
}
