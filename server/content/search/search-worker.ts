// Worker thread of the search: answers one question after the other.
import { constants, setPriority } from 'node:os'
import { answerJobs } from '../../base/worker-queue.ts'
import { openSearchAnswers, type SearchAnswers } from './search.ts'
import type { SearchJob } from './search-thread.ts'

lowerPriority()
let open: { opening: number; answers: SearchAnswers } | undefined

answerJobs((job: SearchJob) => {
  if (open?.opening !== job.opening) {
    open?.answers.close()
    open = undefined
    open = { opening: job.opening, answers: openSearchAnswers(job.indexFile) }
  }
  const { answers } = open
  return job.kind === 'site' ? answers.site(job.question) : answers.list(job.question)
})

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
