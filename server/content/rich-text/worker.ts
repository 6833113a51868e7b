// Worker thread: sanitises large rich texts. One that is rejected ends the thread.
import { workerData } from 'node:worker_threads'
import { answerJobs } from '../../base/worker-queue.ts'
import type { SanitiseJob } from './large-texts.ts'
import { createRichText } from './rich-text.ts'

const richText = createRichText(workerData)

answerJobs(({ html, locale }: SanitiseJob) => richText(html, locale))
