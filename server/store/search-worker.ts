// Worker thread of the search: answers one question after the other.
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { openSearchAnswers, type SearchAnswers } from './search-answers.ts'
import type { SearchRequest, SearchResponse } from './search-thread.ts'

lowerPriority()
listen()

function listen(): void {
  let open: { opening: number; answers: SearchAnswers } | undefined

  function answersOf({ indexFile, opening }: SearchRequest): SearchAnswers {
    if (open?.opening === opening) return open.answers
    open?.answers.close()
    open = undefined
    open = { opening, answers: openSearchAnswers(indexFile) }
    return open.answers
  }

  parentPort?.on('message', (request: SearchRequest) => {
    try {
      respond({ answer: answersOf(request).answer(request.kind, request.question) })
    } catch (error) {
      respond({ problem: String(error) })
    }
  })
  respond('ready')
}

function respond(response: SearchResponse): void {
  parentPort?.postMessage(response)
}

/**
 * On Linux of the calling thread (setpriority(2)): pages come before searches. On two busy cores the p99 of stored pages beside
 * searches is 10 ms instead of 330.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some sandboxes forbid it.
  }
}
