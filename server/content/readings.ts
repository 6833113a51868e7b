// What the files of the content folder say, kept as long as their texts stay: parsing them is most of a reading.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

type Reading = { digest: string; content: unknown }
/** By file; plain data that can be written as JSON. */
export type KnownReadings = Record<string, Reading>
export type Readings = ReturnType<typeof createReadings>

export function createReadings(known: KnownReadings = {}) {
  let last = new Map(Object.entries(known))
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
    known: (): KnownReadings => Object.fromEntries(last),
  }
}

/** Those that the build made of the sample site; none where it made none. */
export async function readKnownReadings(file: string): Promise<KnownReadings> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KnownReadings
  } catch {
    return {}
  }
}
