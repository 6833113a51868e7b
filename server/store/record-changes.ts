// Record changes: brings the records up to date with the texts that are served.
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { digestOf } from '../sources/markdown/parse-file.ts'
import { isFileFault } from '../sources/markdown/problem.ts'
import { readRegularFile } from '../sources/markdown/regular-file.ts'
import type { FormerSigns } from './former-signs.ts'
import type { RecordKey, Records, RecordText } from './records.ts'

export type ServedText = RecordKey & { file: string }

type RecordChangesOptions = {
  records: Records
  formerSigns: FormerSigns
  root: string
  /** `texts`: the files that are served as they are. `present`: all files, in whatever state: only a deleted one has no record. */
  content: { texts: ServedText[]; present: ReadonlySet<string> }
  withheld: ReadonlySet<string>
}

/** Each is one transaction. */
const batch = 200

export function createRecordChanges(options: RecordChangesOptions) {
  const { records, formerSigns, root, withheld } = options
  const { texts, present } = options.content
  const isChanged = ({ file, digest, number, sign }: ServedText) => {
    const last = records.known.get(file)
    return last?.digest !== digest || last.number !== number || last.sign !== sign
  }
  const changed = texts.filter(isChanged)
  // A folder without any file is probably a network folder that is not mounted.
  const isGone = (file: string) => present.size > 0 && !present.has(file)
  const removed = [...records.known.keys()].filter((file) => isGone(file) || withheld.has(file))

  function* read(files: ServedText[]): Generator<RecordText> {
    for (const text of files) {
      const bytes = readBytes(join(root, text.file))
      // Another text by now: the next reading stores it if it is valid.
      if (bytes && digestOf(bytes) === text.digest) yield { ...text, bytes }
    }
  }

  return {
    /** Writes all that changes usually; a first reading is finished by `finish`. */
    begin(): void {
      // First: they follow from the records as they were.
      if (formerSigns.added.length > 0 || formerSigns.removed.length > 0)
        records.updateFormerSigns(formerSigns)
      if (changed.length > 0 || removed.length > 0)
        records.update({ texts: read(changed.slice(0, batch)), removed })
    },
    async finish(): Promise<void> {
      for (let start = batch; start < changed.length; start += batch) {
        records.update({ texts: read(changed.slice(start, start + batch)), removed: [] })
        await yieldToEventLoop()
      }
    },
  }
}

function readBytes(path: string): Uint8Array | undefined {
  try {
    return readRegularFile(path)
  } catch (error) {
    if (isFileFault(error)) return undefined
    throw error
  }
}
