// Stored files: the rows of the content index for the files of one folder, updated for changed files only.
import { join } from 'node:path'
import type { ParseResult } from '../sources/markdown/parse-file.ts'
import type { Fault } from '../sources/markdown/problem.ts'
import { statOf } from '../sources/markdown/scan.ts'
import type { FileRow, FileRows } from './file-rows.ts'
import type { KeptFiles } from './kept-files.ts'
import type { ParseAll } from './parse-files.ts'

/** `content` is undefined for a file that is left out. `isKept`: it is that of the record, and `faults` are those of the file. */
export type StoredFile = Omit<FileRow, 'version'> & { isKept: boolean }
export type StoredFiles = ReturnType<typeof createStoredFiles>

/** A file that has just changed may change again without another time stamp. */
const settledMs = 2000
/** A file or folder that has just changed is probably being written. */
const writingMs = 250
/** How long a file that has become invalid may be one that an editor has truncated and not yet written. */
const truncatedMs = 1000

type StoredFilesOptions = {
  rows: FileRows
  kept: KeptFiles
  root: string
  parseAll: ParseAll
  /** Whether files that are being written keep their previous content. */
  settles: boolean
  /** Called for each file. */
  progress: () => void
  /** Milliseconds since 1970, by the clock of the file system. */
  now?: () => number
}

export function createStoredFiles(options: StoredFilesOptions) {
  const { rows, kept, root, parseAll, settles, progress, now = Date.now } = options
  let isUnsettled = false

  /** Whether the previous content of a file that was changed at this time stays for now. */
  function waits(changedAt: number | undefined, ms: number): boolean {
    const isWaiting = settles && changedAt !== undefined && Math.abs(now() - changedAt) < ms
    isUnsettled ||= isWaiting
    return isWaiting
  }

  function find(file: string): FoundFile {
    progress()
    return findFile(join(root, file), now())
  }

  /** What a file has in the index now; undefined where the known content stays. */
  function replacement(
    result: ParseResult,
    { version, changedAt }: FoundFile,
    known: FileRow | undefined,
  ): FileRow | undefined {
    if (result.kind === 'same') {
      rows.setVersion(known!.id, version)
      return undefined
    }
    const isInvalid = result.kind === 'unread' || result.parsed.content === undefined
    if (isInvalid && known?.content !== undefined && waits(changedAt, truncatedMs)) return undefined
    return result.kind === 'unread' ? unread(result.fault) : rows.store('file', { ...result, version })
  }

  return {
    /** Whether a file or folder is being written: the next reading may find it complete. */
    isUnsettled: () => isUnsettled,

    /** The `files` of a folder, by path, as they are served; a file that cannot be read has id 0. Removes all others. */
    async update(folder: string, files: string[]): Promise<Map<string, StoredFile>> {
      const known = rows.in(folder, 'file')
      const found = new Map(files.map((file) => [file, find(file)]))
      // A folder that is missing may be one that is being replaced.
      const { changedAt = findFile(root, now()).changedAt } = findFile(join(root, folder), now())
      const isReplaced = (file: string) =>
        known.has(file) && found.get(file)?.changedAt === undefined && waits(changedAt, writingMs)
      const replaced = new Set([...known.keys()].filter(isReplaced))
      const changed = [...found].filter(
        ([file, { version, changedAt }]) =>
          !replaced.has(file) &&
          (!version || version !== known.get(file)?.version) &&
          !waits(changedAt, writingMs),
      )
      const current = new Map<string, FileRow>(known)
      const tasks = changed.map(([file]) => ({ file, digest: known.get(file)?.digest }))
      for await (const result of parseAll(tasks)) {
        progress()
        const { file } = result
        const stored = replacement(result, found.get(file)!, known.get(file))
        if (stored) current.set(file, stored)
      }
      for (const [file, { id }] of known) {
        if (!replaced.has(file) && !found.has(file)) current.delete(file)
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
    ...{ id: 0, version: '', digest: '', content: undefined, urls: [], lines: {}, visibility: {} },
    faults: [fault],
  }
}

/** `version` is '' while the file may still change within the resolution of its times; no `changedAt`: there is none. */
type FoundFile = { version: string; changedAt: number | undefined }

function findFile(path: string, now: number): FoundFile {
  const found = statOf(path)
  if (!found) return { version: '', changedAt: undefined }
  const { size, mtimeNs, ctimeNs, ctimeMs, ino } = found
  const changedAt = Number(ctimeMs)
  const isSettled = Math.abs(now - changedAt) >= settledMs
  return { version: isSettled ? [size, mtimeNs, ctimeNs, ino].join(' ') : '', changedAt }
}
