// Reads a content folder on the thread of the test, which starts sooner than another thread.
import { readContent } from '../../server/content/read-content.ts'
import type { ContentReader } from '../../server/content/reading-thread.ts'
import { scanFolder } from '../../server/content/scan.ts'

export function createLocalReader(): ContentReader {
  let running: Promise<unknown> = Promise.resolve()
  return {
    async read(options) {
      await running
      return new Promise((resolve, reject) => {
        running = readContent(options, { version: 'test' }, resolve).catch(reject)
      })
    },
    scan: async (folder) => ({ ...scanFolder(folder), ms: 0 }),
    close: async () => void (await running),
  }
}
