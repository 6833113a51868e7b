// What the files of the content folder say, kept as long as their texts stay: parsing them is most of a reading.
import { hash } from 'node:crypto'

type Reading = { digest: string; content: unknown }
export type Readings = ReturnType<typeof createReadings>

export function createReadings() {
  let last = new Map<string, Reading>()
  let current = new Map<string, Reading>()
  return {
    /** What `read` returns must follow from the file's name and text alone; what it throws is not kept. */
    of<T>(file: string, text: string, read: () => T): T {
      const digest = hash('sha256', text)
      const found = last.get(file)
      const reading = found?.digest === digest ? found : { digest, content: read() }
      current.set(file, reading)
      return reading.content as T
    },
    /** The folder has been read as a whole: files that are gone are forgotten. */
    settle(): void {
      last = current
      current = new Map()
    },
  }
}
