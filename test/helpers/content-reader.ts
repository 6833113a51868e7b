// Reads and searches content on the thread of the test, which starts sooner than other threads.

import { scanFolder } from '../../server/content/markdown/scan.ts'
import { openSearchAnswers, type SearchAnswers } from '../../server/content/search/search.ts'
import type { ContentSearch } from '../../server/content/search/search-thread.ts'
import type { ContentReader } from '../../server/content/store/content-reader.ts'
import { readContent } from '../../server/content/store/read-content.ts'

export function createLocalReader(): ContentReader {
  return {
    version: 'test',
    read: (options) => readContent(options, 'test'),
    scan: async (folder, folders) => ({ ...scanFolder(folder, folders), ms: 0 }),
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
