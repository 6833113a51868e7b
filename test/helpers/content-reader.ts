// Reads and searches content on the thread of the test, which starts sooner than other threads.
import { readBrandFile } from '../../server/content/brand-file.ts'
import { readContent } from '../../server/content/read-content.ts'
import type { ContentReader } from '../../server/content/reading-thread.ts'
import { scanFiles, scanFolder } from '../../server/content/scan.ts'
import { openSearchAnswers, type SearchAnswers } from '../../server/content/search-answers.ts'
import type { ContentSearch } from '../../server/content/search-thread.ts'

export function createLocalReader(): ContentReader {
  let running: Promise<unknown> = Promise.resolve()
  return {
    async read(options) {
      await running
      return new Promise((resolve, reject) => {
        running = readContent(options, { version: 'test' }, resolve).catch(reject)
      })
    },
    scan: async (folder, files) => ({ ...(files ? scanFiles(folder, files) : scanFolder(folder)), ms: 0 }),
    readBrand: async (options) => readBrandFile(options),
    close: async () => void (await running),
  }
}

/** Opens the index with the first search. */
export function createLocalSearch(): ContentSearch {
  let indexFile = ''
  let answers: SearchAnswers | undefined
  return {
    open(file) {
      answers?.close()
      answers = undefined
      indexFile = file
    },
    async answer(kind, question) {
      answers ??= openSearchAnswers(indexFile)
      return answers.answer(kind, question)
    },
    async close() {
      answers?.close()
      answers = undefined
    },
  }
}
