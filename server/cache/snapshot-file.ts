// Snapshot file: a header line, one length-prefixed frame for each entry, and a zero length as end mark.
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const name = 'site cache snapshot'
const version = 2
const lengthBytes = 4
const chunkBytes = 1_048_576

/** `savedAt` in milliseconds since 1970; `content`: version of the content, base64url or empty. */
type SnapshotHead = { savedAt: number; content: string }

/** `none`: there is no file. `foreign`: another format or version. */
type SnapshotState = 'whole' | 'cut off' | 'none' | 'foreign'

/** Writes a temporary file and renames it, so that the file is always complete. */
export async function writeSnapshotFile(
  file: string,
  head: SnapshotHead,
  frames: Iterable<Buffer>,
): Promise<void> {
  const unfinished = `${file}.tmp`
  await mkdir(dirname(file), { recursive: true })
  try {
    const target = await open(unfinished, 'w', 0o600)
    try {
      await writeAll(target, firstLine(head), frames)
      await target.sync()
    } finally {
      await target.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeAll(target: FileHandle, start: Buffer, frames: Iterable<Buffer>) {
  let parts = [start]
  let bytes = start.length
  for (const frame of frames) {
    parts.push(lengthOf(frame.length), frame)
    bytes += lengthBytes + frame.length
    if (bytes < chunkBytes) continue
    await target.writeFile(Buffer.concat(parts))
    parts = []
    bytes = 0
  }
  await target.writeFile(Buffer.concat([...parts, lengthOf(0)]))
}

/** Calls `onFrame` with each frame, up to `maxBytes` in total. Rejects where the file cannot be read. */
export async function readSnapshotFile(file: string, maxBytes: number, onFrame: (frame: Buffer) => void) {
  const reader = createReader(maxBytes, onFrame)
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      const state = reader.read(chunk as Buffer)
      if (state) return { state, head: reader.head() }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'none' as const, head: undefined }
    throw error
  }
  return { state: reader.ended(), head: reader.head() }
}

/** Reads the file in chunks; `read` returns a state where the file ends. */
function createReader(maxBytes: number, onFrame: (frame: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let head: SnapshotHead | undefined
  let left = maxBytes

  const readStart = (): SnapshotState | undefined => {
    const lineEnd = rest.indexOf('\n')
    head = lineEnd < 0 ? undefined : readFirstLine(rest.toString('utf8', 0, lineEnd))
    rest = rest.subarray(lineEnd + 1)
    return head ? undefined : 'foreign'
  }
  const readFrames = (): SnapshotState | undefined => {
    while (rest.length >= lengthBytes) {
      const end = lengthBytes + rest.readUInt32BE(0)
      if (end === lengthBytes) return 'whole'
      if (end > left) return 'cut off'
      if (end > rest.length) return undefined
      onFrame(rest.subarray(lengthBytes, end))
      left -= end
      rest = rest.subarray(end)
    }
    return undefined
  }

  return {
    head: () => head,
    ended: (): SnapshotState => (head ? 'cut off' : 'foreign'),
    read(chunk: Buffer): SnapshotState | undefined {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      return (head ? undefined : readStart()) ?? readFrames()
    },
  }
}

function firstLine({ savedAt, content }: SnapshotHead): Buffer {
  return Buffer.from(`${name} ${version} ${savedAt} ${content}\n`)
}

function readFirstLine(line: string): SnapshotHead | undefined {
  const head = new RegExp(`^${name} ${version} (\\d{1,15}) ([\\w-]{0,64})$`).exec(line)
  return head ? { savedAt: Number(head[1]), content: head[2] ?? '' } : undefined
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes)
  return length
}
