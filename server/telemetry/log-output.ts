// Standard output as the destination of the log: a line that it does not accept is dropped and counted. Writing never waits.
import { fstatSync, writeSync } from 'node:fs'

const mostPendingBytes = 262_144
const warnedMs = 600_000

export function createLogOutput(onDrop = () => {}) {
  let droppedAt = Number.NEGATIVE_INFINITY
  let endsWithLine = true
  const { stdout } = process
  const status = fstatSync(stdout.fd)
  // A file, or a device such as /dev/null: the stream of Node.js would be destroyed by the first error.
  const isFile = !stdout.isTTY && !status.isFIFO() && !status.isSocket()
  stdout.on('error', () => {})

  /** Resumes after an error, for example when the disk has space again. */
  const writeToFile = (line: string) => {
    const bytes = Buffer.from(endsWithLine ? line : `\n${line}`)
    try {
      endsWithLine = writeSync(stdout.fd, bytes) === bytes.length
      return endsWithLine
    } catch {
      return false
    }
  }
  // A pipe without a reader is not written synchronously on Linux: what waits is bounded here.
  const writeToStream = (line: string) => {
    if (stdout.destroyed || stdout.writableLength > mostPendingBytes) return false
    stdout.write(line)
    return true
  }

  return {
    write(line: string): void {
      if (isFile ? writeToFile(line) : writeToStream(line)) return
      droppedAt = Date.now()
      onDrop()
    },
    /** The fault of the last minutes. */
    fault: () =>
      Date.now() - droppedAt < warnedMs ? 'standard output does not accept all lines' : undefined,
  }
}
