// Stored files: the rows of the content index for the files of one folder, updated for changed files only.
import { join } from 'node:path'
import type { ParseFile, ParseResult } from '../sources/markdown/parse-file.ts'
import type { Fault } from '../sources/markdown/problem.ts'
import { statOf } from '../sources/markdown/scan.ts'
import type { FileRow, FileRows } from './file-rows.ts'
import type { KeptFiles } from './kept-files.ts'

/** `content` is undefined for a file that is left out. `isKept`: it is that of the record, and `faults` are those of the file. */
export type StoredFile = Omit<FileRow, 'version'> & { isKept: boolean }
export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000

type StoredFilesOptions = {
  rows: FileRows
  kept: KeptFiles
  root: string
  parse: ParseFile
  /** Called for each file. */
  progress: () => void
  /** Milliseconds since 1970, by the clock of the file system. */
  now?: () => number
}

export function createStoredFiles(options: StoredFilesOptions) {
  const { rows, kept, root, parse, progress, now = Date.now } = options

  function versionOf(file: string): string {
    progress()
    return fileVersion(join(root, file), now())
  }

  /** What a file has in the index now; undefined where the known content stays. */
  function replacement(
    result: ParseResult,
    version: string,
    known: FileRow | undefined,
  ): FileRow | undefined {
    if (result.kind === 'same') {
      rows.setVersion(known!.id, version)
      return undefined
    }
    return result.kind === 'unread' ? unread(result.fault) : rows.store('file', { ...result, version })
  }

  return {
    /** The `files` of a folder, by path, as they are served; a file that cannot be read has id 0. Removes all others. */
    update(folder: string, files: string[]): Map<string, StoredFile> {
      const known = rows.in(folder, 'file')
      const versions = new Map(files.map((file) => [file, versionOf(file)]))
      const current = new Map<string, FileRow>(known)
      for (const [file, version] of versions) {
        const previous = known.get(file)
        if (version && version === previous?.version) continue
        progress()
        const stored = replacement(parse({ file, digest: previous?.digest }), version, previous)
        if (stored) current.set(file, stored)
      }
      for (const [file, { id }] of known) {
        if (!versions.has(file)) current.delete(file)
        if (current.get(file)?.id !== id) rows.remove(id)
      }
      return new Map([...current].map(([file, row]) => [file, served(file, row)]))
    },
  }

  function served(file: string, row: FileRow): StoredFile {
    const other = row.content === undefined ? kept.rowFor(file, row) : undefined
    return other ? { ...other, faults: row.faults.map(asKept), isKept: true } : { ...row, isKept: false }
  }
}

function asKept(fault: Fault): Fault {
  return fault.effect === 'left out' ? { ...fault, effect: 'kept' } : fault
}

function unread(fault: Fault): FileRow {
  return {
    id: 0,
    version: '',
    digest: '',
    content: undefined,
    urls: [],
    lines: {},
    visibility: {},
    faults: [fault],
  }
}

/** '' while the file may still change within the resolution of its times, and where there is none. */
function fileVersion(path: string, now: number): string {
  const status = statOf(path)
  if (!status) return ''
  const { size, mtimeNs, ctimeNs, ctimeMs, ino } = status
  const isSettled = Math.abs(now - Number(ctimeMs)) >= settledMs
  return isSettled ? [size, mtimeNs, ctimeNs, ino].join(' ') : ''
}
