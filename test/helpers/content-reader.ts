// Reads and searches content on the thread of the test, which starts sooner than other threads.

import { openSearchAnswers, type SearchAnswers } from '../../server/content/search/search.ts'
import type { ContentSearch } from '../../server/content/search/search-thread.ts'
import type { ContentReader } from '../../server/content/store/content-reader.ts'
import { readChanges } from '../../server/content/store/content-worker.ts'

export function createLocalReader(): ContentReader {
  return {
    read: (job) => readChanges({ ...job, version: 'test' }),
    close: async () => {},
  }
}

/** Opens the index with the first search. */
export function createLocalSearch(): ContentSearch {
  let indexFile = ''
  let answers: SearchAnswers | undefined
  const opened = () => {
    answers ??= openSearchAnswers(indexFile)
    return answers
  }
  const close = () => {
    answers?.close()
    answers = undefined
  }
  return {
    open(file) {
      close()
      indexFile = file
    },
    site: async (question) => opened().site(question),
    list: async (question) => opened().list(question),
    close: async () => close(),
  }
}
