// Worker thread of the content: reads the content folder, or scans it.
import { scanFolder } from '../markdown/scan.ts'
import type { ContentJob } from './content-reader.ts'
import { answerJobs } from './thread.ts'

answerJobs(async (job: ContentJob, started) => {
  if ('scan' in job) {
    const begun = performance.now()
    return { ...scanFolder(job.scan, job.folders), ms: performance.now() - begun }
  }
  // A thread that scans stays: it loads no more than it needs.
  const { readContent } = await import('./read-content.ts')
  return readContent(job.read, job.version, started)
})
