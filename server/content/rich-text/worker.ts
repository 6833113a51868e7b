// Worker thread: sanitises large rich texts.
import { parentPort, workerData } from 'node:worker_threads'
import { isContentError } from '../../../shared/content/reader.ts'
import type { SanitiseJob, SanitiseResult } from './large-texts.ts'
import { createRichText } from './rich-text.ts'

const richText = createRichText(workerData)

parentPort?.on('message', ({ html, locale }: SanitiseJob) => parentPort?.postMessage(resultOf(html, locale)))

function resultOf(...job: Parameters<typeof richText>): SanitiseResult {
  try {
    return richText(...job)
  } catch (error) {
    if (!isContentError(error)) throw error
    return undefined
  }
}
