// Reads regular files of a bounded size: a named pipe would block for ever, a device never ends.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type Problem, say } from '../../../shared/content/problem.ts'
import { fileFault } from './problem.ts'

/** Bytes of the largest text file of the content folder. */
const largestFile = 4 * 1024 * 1024

/** Without waiting for the writer of a named pipe, and without a terminal that takes control of the process. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** Whether the name is there: a symbolic link to nothing is not deleted. */
export function isNamed(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Throws FileFault. Synchronous: for many small files promises take several times as long. */
export function readRegularFile(path: string): Uint8Array {
  try {
    return readOpened(openSync(path, flags))
  } catch (error) {
    throw isSystemError(error) ? fileFault(1, unreadable(error.code)) : error
  }
}

function readOpened(file: number): Uint8Array {
  try {
    const status = fstatSync(file)
    if (!status.isFile()) throw fileFault(1, otherKind(status))
    if (status.size > largestFile) throw fileFault(1, tooLarge(status.size))
    return readAll(file, status.size)
  } finally {
    closeSync(file)
  }
}

/** The file may have grown since: one byte more than its size shows that, and the next reading has the rest. */
function readAll(file: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size + 1)
  let length = 0
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, length)
    if (read === 0) break
    length += read
  }
  return bytes.subarray(0, Math.min(length, size))
}

function tooLarge(bytes: number): Problem {
  const [size, most] = [bytes, largestFile].map((count) => Math.round(count / 1024 / 1024))
  return say('the file has {size} MB, at most {most} MB are read', { size: size!, most: most! })
}

function otherKind(found: Stats): Problem {
  if (found.isDirectory()) return say('expected a file, found a folder')
  if (found.isFIFO()) return say('expected a file, found a named pipe')
  return say(found.isSocket() ? 'expected a file, found a socket' : 'expected a file, found a device')
}

const reasons: Record<string, Problem> = {
  ENOENT: say('the file is missing'),
  EACCES: say('the server may not read the file: its permissions forbid it'),
  // What opening a socket or a device without a driver fails with.
  ENXIO: say('expected a file, found a socket or a device'),
}

function unreadable(code: string): Problem {
  return reasons[code] ?? say('cannot be read ({code})', { code })
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
