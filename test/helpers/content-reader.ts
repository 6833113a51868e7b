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
export function createLocalSearch(indexFile: string): ContentSearch {
  let answers: SearchAnswers | undefined
  const opened = () => {
    answers ??= openSearchAnswers(indexFile)
    return answers
  }
  const end = () => {
    answers?.close()
    answers = undefined
  }
  return {
    site: async (question) => opened().site(question),
    list: async (question) => opened().list(question),
    end,
    close: async () => end(),
  }
}
