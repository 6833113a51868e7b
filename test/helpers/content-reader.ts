// Reads a content folder on the thread of the test, which starts sooner than another thread.
import { readContent } from '../../server/content/read-content.ts'
import type { ContentReader } from '../../server/content/reading-thread.ts'

export function createLocalReader(): ContentReader {
  let running: Promise<unknown> = Promise.resolve()
  return {
    async read(options) {
      await running
      return new Promise((resolve, reject) => {
        running = readContent(options, 'test', resolve).catch(reject)
      })
    },
    close: async () => void (await running),
  }
}
