// Reads and searches content on the thread of the test, which starts sooner than other threads.

import { scanFolder } from '../../server/sources/markdown/scan.ts'
import type { ContentReader } from '../../server/store/content-reader.ts'
import { readContent } from '../../server/store/read-content.ts'
import { openSearchAnswers, type SearchAnswers } from '../../server/store/search.ts'
import type { ContentSearch } from '../../server/store/search-thread.ts'

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
