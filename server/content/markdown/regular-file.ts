// Reads regular files of a bounded size: a named pipe would block for ever, a device never ends.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { invalid } from '../../../shared/content/content-error.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'

/** Of a text file of the content folder. */
const largestMegabytes = 4

/** Without waiting for the writer of a named pipe, and without a terminal that takes control of the process. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** Whether the name is there: a symbolic link to nothing is not deleted. */
export function isNamed(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Throws ContentError. Synchronous: for many small files promises take several times as long. */
export function readRegularFile(path: string): Uint8Array {
  try {
    const file = openSync(path, flags)
    try {
      const status = fstatSync(file)
      const size = Math.ceil(status.size / 1024 / 1024)
      if (status.isDirectory()) return invalid(say('expected a file, found a folder'))
      if (!status.isFile()) return invalid(otherKind)
      if (size > largestMegabytes)
        return invalid(
          say('the file has {size} MB, at most {most} MB are read', { size, most: largestMegabytes }),
        )
      // Not more than its size: what is appended meanwhile is read the next time.
      return readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    return invalid(reasons[error.code] ?? say('cannot be read ({code})', { code: error.code }))
  }
}

const otherKind = say('expected a file, found a pipe, a socket or a device')

const reasons: Record<string, Problem> = {
  ENOENT: say('the file is missing'),
  EACCES: say('the server may not read the file: its permissions forbid it'),
  // What opening a socket or a device without a driver fails with.
  ENXIO: otherKind,
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
