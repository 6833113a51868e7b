// Kept files: the last valid text of a content file, from its record, where the file cannot be served as it is now.

import type { ParseBytes } from '../sources/markdown/parse-file.ts'
import { isWithheld } from '../sources/markdown/visibility.ts'
import { type FileRow, type FileRows, folderOf } from './file-rows.ts'
import type { Records } from './records.ts'

type KeptFilesOptions = {
  rows: FileRows
  records: Pick<Records, 'known' | 'read' | 'problem'>
  parse: ParseBytes
  /** Time of the reading, in milliseconds since 1970. */
  at: number
}

export type KeptFiles = ReturnType<typeof createKeptFiles>

export function createKeptFiles({ rows, records, parse, at }: KeptFilesOptions) {
  const folders = new Map<string, Map<string, FileRow>>()
  const used = new Set<number>()
  const withheld = new Set<string>()

  function rowsIn(folder: string): Map<string, FileRow> {
    const known = folders.get(folder) ?? rows.in(folder, 'kept')
    folders.set(folder, known)
    return known
  }

  /** The row of an earlier reading, while it is that of the record, or while no record can be read. */
  function rowOf(file: string): FileRow | undefined {
    const known = rowsIn(folderOf(file)).get(file)
    const record = records.known.get(file)
    if (!record) return records.problem() ? known : undefined
    if (known?.digest === record.digest) return known
    const bytes = records.read(file)
    const parsed = bytes && parse(file, bytes)
    if (parsed?.content === undefined) return undefined
    const row = rows.store('kept', { file, version: '', digest: record.digest, parsed })
    rowsIn(folderOf(file)).set(file, row)
    return row
  }

  return {
    /** Instead of what the file has now; undefined where there is no other text, or it must not be served. */
    rowFor(file: string, written: Pick<FileRow, 'digest' | 'visibility'>): FileRow | undefined {
      const row = rowOf(file)
      if (!row || row.digest === written.digest) return undefined
      if (isWithheld(written.visibility, row.visibility, at)) {
        withheld.add(file)
        return undefined
      }
      used.add(row.id)
      return row
    },
    /** Files whose record must not be served later either. */
    withheld: withheld as ReadonlySet<string>,
    /** Call it when all folders are read. */
    removeUnused(): void {
      for (const id of rows.keptIds()) if (!used.has(id)) rows.remove(id)
    },
  }
}
