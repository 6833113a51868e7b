// Stored reading: what a reading has found, kept in its index, so that a folder that has not changed is not read again at the
// next start.
import { resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { RichTextOptions } from '../rich-text/rich-text.ts'
import type { ContentProblem } from '../sources/markdown/problem.ts'
import { openIndexToRead } from './content-index.ts'
import { readFact, setFact } from './facts.ts'

/** `at`: time of the reading; `nextAt`: when the next item appears or disappears; both in milliseconds since 1970. */
type StoredReading = {
  signature: string
  folders: string[]
  problems: ContentProblem[]
  at: number
  nextAt?: number | undefined
  /** Version of the content. */
  version: string
}

/** What a reading depends on besides the folder and the time. `code`: see `codeOf`. */
type ReadingSource = { code: string; folder: string }

/** Version of the code that reads, and its options. */
export function codeOf(
  version: string,
  options: { richText: RichTextOptions; showsDrafts: boolean },
): string {
  return JSON.stringify([version, options])
}

const name = 'reading'
const sourceOf = ({ code, folder }: ReadingSource) => JSON.stringify([code, resolve(folder)])

/** Call it when the index is complete. */
export function storeReading(database: DatabaseSync, source: ReadingSource, reading: StoredReading): void {
  setFact(database, name, JSON.stringify({ source: sourceOf(source), reading }))
}

/** Call it before the index is written. */
export function forgetReading(database: DatabaseSync): void {
  setFact(database, name, '')
}

/** The reading that the index is complete with; undefined where it must be read, for whatever reason. */
export function storedReading(indexFile: string, source: ReadingSource): StoredReading | undefined {
  try {
    const database = openIndexToRead(indexFile)
    try {
      const stored = JSON.parse(readFact(database, name) || '{}')
      return stored.source === sourceOf(source) ? stored.reading : undefined
    } finally {
      database.close()
    }
  } catch {
    // The reading makes the index, or reports what is wrong with it.
    return undefined
  }
}
