// Search thread: searches run one after the other on a worker thread; the queue is bounded.
import { join } from 'node:path'
import { apiError } from '../../../shared/errors.ts'
import { createSlots } from '../../base/slots.ts'
import { createWorkerQueue, LateError } from '../../base/worker-queue.ts'
import type { Log } from '../markdown/problem.ts'
import type { SearchAnswers } from './search.ts'

type Question<Kind extends 'site' | 'list'> = Parameters<SearchAnswers[Kind]>[0]
type Answer<Kind extends 'site' | 'list'> = ReturnType<SearchAnswers[Kind]>

/** `site` and `list` reject with ApiError `overload` where too many wait, or where the answer takes too long. */
export type ContentSearch = {
  /** The index that later questions are about; again where the file is another one than before. */
  open: (indexFile: string) => void
  site: (question: Question<'site'>) => Promise<Answer<'site'>>
  list: (question: Question<'list'>) => Promise<Answer<'list'>>
  close: () => Promise<void>
}

/** `opening`: counts the calls of `open`. */
export type SearchJob = { indexFile: string; opening: number } & (
  | { kind: 'site'; question: Question<'site'> }
  | { kind: 'list'; question: Question<'list'> }
)

/** `onOverload`: called for each question that is rejected. */
export type SearchOptions = { log: Pick<Log, 'warn'>; onOverload?: (() => void) | undefined }

/** A page of a list is four questions. */
const maxWaiting = 100
const waitMs = 2000
/** A search of 10 000 texts takes 10 to 100 ms. */
const deadlineMs = 2000
const warnEveryMs = 10_000

/** `distDir`: the output folder of build.mjs, which holds the worker's bundle. */
export function createSearchThread(distDir: string, { log, onOverload }: SearchOptions): ContentSearch {
  const file = join(distDir, 'server/search-worker.js')
  const thread = createWorkerQueue<SearchJob, unknown>({ name: 'search', file, deadlineMs })
  const slots = createSlots({
    most: 1,
    maxWaiting,
    waitMs,
    overload: () => overload('too many searches wait'),
  })
  let index = { indexFile: '', opening: 0 }
  let warnedAt = Number.NEGATIVE_INFINITY

  function overload(reason: string) {
    onOverload?.()
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now()
      log.warn({ reason, ...slots.counts() }, 'searches rejected')
    }
    return apiError('overload', `search: ${reason}`)
  }

  async function answer(job: SearchJob): Promise<unknown> {
    const release = await slots.acquire()
    try {
      return await thread.run(job)
    } catch (error) {
      throw error instanceof LateError ? overload('a search took too long') : error
    } finally {
      release()
    }
  }

  return {
    open(indexFile) {
      index = { indexFile, opening: index.opening + 1 }
    },
    // search-worker.ts answers the kind of question that the job has.
    site: async (question) => (await answer({ kind: 'site', question, ...index })) as Answer<'site'>,
    list: async (question) => (await answer({ kind: 'list', question, ...index })) as Answer<'list'>,
    close: thread.close,
  }
}
