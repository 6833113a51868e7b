// Search thread: searches run one after the other on a worker thread, each within a deadline; the queue is bounded.
import { Worker } from 'node:worker_threads'
import { apiError } from '../../shared/errors.ts'
import { createSlots } from '../base/slots.ts'
import type { Log } from '../sources/markdown/problem.ts'
import type { Kind, Questions } from './search-answers.ts'

/** `answer` rejects with ApiError `overload` where too many wait, or where the answer takes too long. */
export type ContentSearch = {
  /** The index that later questions are about; again where the file is another one than before. */
  open: (indexFile: string) => void
  answer: <Name extends Kind>(
    kind: Name,
    question: Questions[Name]['question'],
  ) => Promise<Questions[Name]['answer']>
  close: () => Promise<void>
}

/** `opening`: counts the calls of `open`. */
export type SearchRequest = {
  kind: Kind
  question: Questions[Kind]['question']
  indexFile: string
  opening: number
}
export type SearchResponse = 'ready' | { answer: unknown } | { problem: string }

export type SearchOptions = {
  log: Pick<Log, 'warn'>
  /** Called for each question that is rejected. */
  onOverload?: () => void
  maxWaiting?: number
  /** How long a question waits for those before it. */
  waitMs?: number
  /** Starts the deadline of a running question; returns a function that ends it. */
  startDeadline?: (expire: () => void) => () => void
}

/** A page of a list is four questions. */
const defaultMaxWaiting = 100
const defaultWaitMs = 2000
/** A search of 10 000 texts takes 10 to 100 ms. */
const deadlineMs = 2000
const warnEveryMs = 10_000

/** `file`: the bundle of search-worker.ts. The thread starts with the first question. */
export function createSearchThread(file: string, options: SearchOptions): ContentSearch {
  const { log, onOverload = () => {}, maxWaiting = defaultMaxWaiting, waitMs = defaultWaitMs } = options
  const slots = createSlots({
    most: 1,
    maxWaiting,
    waitMs,
    overload: () => overload('too many searches wait'),
  })
  const thread = createThread(file, options.startDeadline ?? startTimer)
  let index = { indexFile: '', opening: 0 }
  let warnedAt = Number.NEGATIVE_INFINITY

  function overload(reason: string) {
    onOverload()
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now()
      log.warn({ reason, ...slots.counts() }, 'searches rejected')
    }
    return apiError('overload', `search: ${reason}`)
  }

  return {
    open(indexFile) {
      index = { indexFile, opening: index.opening + 1 }
    },
    async answer(kind, question) {
      const release = await slots.acquire()
      try {
        const response = await thread.answer({ kind, question, ...index })
        if (response === 'late') throw overload('a search took too long')
        if (response === 'ready') throw new Error('search: the thread has no answer')
        if ('problem' in response) throw new Error(`search: ${response.problem}`)
        // search-worker.ts answers the kind of question that the request has.
        return response.answer as Questions[typeof kind]['answer']
      } finally {
        release()
      }
    },
    close: thread.close,
  }
}

/** One question at a time; `late` after its deadline, and then the next one has a new thread. */
function createThread(file: string, startDeadline: NonNullable<SearchOptions['startDeadline']>) {
  let started: Promise<Worker> | undefined
  let running: Worker | undefined
  let isClosed = false

  /** Resolves when the thread listens: its start does not count for a deadline. */
  function start(): Promise<Worker> {
    const worker = new Worker(file)
    running = worker
    const ended = () => {
      if (running === worker) started = undefined
    }
    worker.on('error', ended).on('exit', ended)
    return nextMessage(worker).then(() => worker)
  }

  return {
    async answer(request: SearchRequest): Promise<SearchResponse | 'late'> {
      if (isClosed) throw new Error('search: closed')
      started ??= start()
      const worker = await started
      const { promise: late, resolve } = Promise.withResolvers<'late'>()
      const endDeadline = startDeadline(() => {
        started = undefined
        // SQLite cannot be interrupted from another thread.
        void worker.terminate()
        resolve('late')
      })
      // An idle thread does not keep the process alive.
      worker.ref()
      worker.postMessage(request)
      try {
        return await Promise.race([late, nextMessage(worker)])
      } finally {
        endDeadline()
        worker.unref()
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await running?.terminate()
    },
  }
}

/** Rejects where the thread ends. */
function nextMessage(worker: Worker): Promise<SearchResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SearchResponse>()
  const failed = (problem: unknown) =>
    reject(problem instanceof Error ? problem : new Error('search: the thread ended'))
  worker.once('message', resolve).once('error', failed).once('exit', failed)
  return promise.finally(() => worker.off('message', resolve).off('error', failed).off('exit', failed))
}

function startTimer(expire: () => void): () => void {
  const timer = setTimeout(expire, deadlineMs)
  return () => clearTimeout(timer)
}
