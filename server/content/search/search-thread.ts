// Search thread: searches run one after the other on a worker thread; the queue is bounded.
import { join } from 'node:path'
import { apiError } from '../../../shared/errors.ts'
import { createSlots } from '../../base/slots.ts'
import { createWorkerQueue, isLate } from '../../base/worker-queue.ts'
import type { Log } from '../markdown/problem.ts'
import type { SearchAnswers } from './search.ts'

type Kind = Exclude<keyof SearchAnswers, 'close'>

/** `site` and `list` reject with ApiError `overload` where too many wait, or where the answer takes too long. */
export type ContentSearch = {
  /** After the questions that wait. */
  end: () => void
  close: () => Promise<void>
} & { [K in Kind]: (question: Parameters<SearchAnswers[K]>[0]) => Promise<ReturnType<SearchAnswers[K]>> }

export type SearchJob = { kind: Kind; question: never }

/** A page of a list is four questions. */
const maxWaiting = 100
const waitMs = 2000
/** A search of 10 000 texts takes 10 to 100 ms. */
const deadlineMs = 2000

/**
 * Of the database `workerData`. `distDir`: the output folder of build.mjs, which holds the worker's bundle. `onOverload` is called for
 * each question that is rejected.
 */
export function createSearchThread(
  distDir: string,
  workerData: string,
  { log, onOverload }: { log: Pick<Log, 'warn'>; onOverload: () => void },
): ContentSearch {
  const file = join(distDir, 'server/search-worker.js')
  const overload = (reason: string) => {
    onOverload()
    return apiError('overload', `search: ${reason}`)
  }
  const thread = createWorkerQueue<object, unknown>({ name: 'search', file, workerData, deadlineMs })
  const slots = createSlots({ most: 1, maxWaiting, waitMs, overload: () => overload('too many wait') })

  const search = (kind: Kind) => async (question: object) => {
    const release = await slots.acquire()
    try {
      return await thread.run({ kind, question })
    } catch (error) {
      if (!isLate(error)) throw error
      log.warn(slots.counts(), 'a search took too long')
      throw overload('it took too long')
    } finally {
      release()
    }
  }

  return {
    // search-worker.ts answers the kind of question that the job has.
    site: search('site') as ContentSearch['site'],
    list: search('list') as ContentSearch['list'],
    end: thread.end,
    close: thread.close,
  }
}
