// Snapshot file: a header line, one length-prefixed frame for each entry, and a zero length as end mark.
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const name = 'site cache snapshot'
const version = 1
const lengthBytes = 4
const chunkBytes = 1_048_576

/** `none`: there is no file. `foreign`: another format or version. */
type SnapshotState = 'whole' | 'cut off' | 'none' | 'foreign'

/** Writes a temporary file and renames it, so that the file is always complete. */
export async function writeSnapshotFile(
  file: string,
  savedAt: number,
  frames: Iterable<Buffer>,
): Promise<void> {
  const unfinished = `${file}.tmp`
  await mkdir(dirname(file), { recursive: true })
  try {
    const target = await open(unfinished, 'w', 0o600)
    try {
      await writeAll(target, firstLine(savedAt), frames)
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
      if (state) return { state, savedAt: reader.savedAt() }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { state: 'none' as const, savedAt: undefined }
    throw error
  }
  return { state: reader.ended(), savedAt: reader.savedAt() }
}

/** Reads the file in chunks; `read` returns a state where the file ends. */
function createReader(maxBytes: number, onFrame: (frame: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let savedAt: number | undefined
  let left = maxBytes

  const readStart = (): SnapshotState | undefined => {
    const lineEnd = rest.indexOf('\n')
    savedAt = lineEnd < 0 ? undefined : readFirstLine(rest.toString('utf8', 0, lineEnd))
    rest = rest.subarray(lineEnd + 1)
    return savedAt === undefined ? 'foreign' : undefined
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
    savedAt: () => savedAt,
    ended: (): SnapshotState => (savedAt === undefined ? 'foreign' : 'cut off'),
    read(chunk: Buffer): SnapshotState | undefined {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      return (savedAt === undefined ? readStart() : undefined) ?? readFrames()
    },
  }
}

function firstLine(savedAt: number): Buffer {
  return Buffer.from(`${name} ${version} ${savedAt}\n`)
}

function readFirstLine(line: string): number | undefined {
  const [, savedAt] = new RegExp(`^${name} ${version} (\\d{1,15})$`).exec(line) ?? []
  return savedAt === undefined ? undefined : Number(savedAt)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes)
  return length
}
