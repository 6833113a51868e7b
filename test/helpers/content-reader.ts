// Reads a content folder on the thread of the test, which starts sooner than another thread.
import { readBrandFile } from '../../server/content/brand-file.ts'
import { readContent } from '../../server/content/read-content.ts'
import type { ContentReader } from '../../server/content/reading-thread.ts'
import { scanFiles, scanFolder } from '../../server/content/scan.ts'

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
