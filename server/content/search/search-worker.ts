// Worker thread of the search: answers one question after the other.
import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { answerJobs } from '../../base/worker-queue.ts'
import { openSearchAnswers } from './search.ts'
import type { SearchJob } from './search-thread.ts'

/**
 * On Linux of the calling thread (setpriority(2)): pages come before searches. On two busy cores the p99 of stored pages beside
 * searches is 10 ms instead of 330.
 */
try {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Some sandboxes forbid it.
}
const answers = openSearchAnswers(workerData)

answerJobs(({ kind, question }: SearchJob) => answers[kind](question))
