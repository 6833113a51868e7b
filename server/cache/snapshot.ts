// Snapshot of the memory store on disk, so that a restarted server can respond while the origin is down: a file of frames, to which
// each save appends what has changed.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { decode, encode } from './codec.ts'
import { type Entry, unpooled } from './entry.ts'
import type { MemoryStore } from './memory-store.ts'
import { remainingUse } from './semantics/reuse.ts'

/** The first frame of each save; `content` is the version of the content. */
type Head = { savedAt: number; content: string }
/** Without an entry: the key has none any more. */
type Change = { key: string; entry?: Entry }
type Loaded = Partial<Head>

type SnapshotOptions = {
  file: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  content: () => string
  /** Limit of what is appended before the whole file is written again. */
  maxBytes: number
}

const lengthBytes = 4
/** More than any entry has. */
const maxFrameBytes = 4 * 1024 * 1024
/** With more changes the whole file is written. */
const mostChanges = 10_000

/** No method rejects: a server works without its snapshot. */
export function createSnapshot({ file, log, content, maxBytes }: SnapshotOptions) {
  let memory: MemoryStore | undefined
  let changed = new Set<string>()
  let appendedBytes = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  const changeOf = (key: string): Change => {
    const entry = memory?.peek(key)
    if (!entry || remainingUse(entry, Date.now()) <= 0) return { key }
    const { encoded: _, ...stored } = entry
    return { key, entry: stored }
  }
  /** Each frame is made when it is written, from what is in memory then. */
  function* framesOf(keys: Iterable<string>): Iterable<Buffer> {
    yield frameOf({ savedAt: Date.now(), content: content() })
    for (const key of keys) {
      const frame = frameOf(changeOf(key))
      appendedBytes += frame.length
      yield frame
    }
  }
  const writeFrames = (target: string, flags: 'a' | 'w', keys: Iterable<string>) =>
    pipeline(Readable.from(framesOf(keys)), createWriteStream(target, { flags, mode: 0o600, flush: true }))
  /** A temporary file first, so that the file is always complete. Ends with what was used last. */
  const writeWhole = async (store: MemoryStore) => {
    const part = `${file}.tmp`
    const keys = [...store.entries()].map(({ key }) => key).reverse()
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFrames(part, 'w', keys)
      await rename(part, file)
      appendedBytes = 0
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  const write = async (store: MemoryStore, isWhole: boolean) => {
    const keys = changed
    changed = new Set()
    try {
      if (isWhole || appendedBytes > maxBytes || keys.size >= mostChanges) await writeWhole(store)
      else if (keys.size > 0) await writeFrames(file, 'a', keys)
      hasFailed = false
    } catch (err) {
      appendedBytes = Number.POSITIVE_INFINITY
      if (!hasFailed) log.warn({ err, file }, 'cache snapshot not written')
      hasFailed = true
    }
  }
  /** After one that is running, which may have written what was purged meanwhile. */
  const save = (isWhole = false): Promise<void> => {
    next ??= running.then(() => {
      next = undefined
      running = memory ? write(memory, isWhole) : Promise.resolve()
      return running
    })
    return next
  }

  return {
    /** For the memory store. */
    onChange(key: string) {
      if (changed.size < mostChanges) changed.add(key)
    },
    save: () => save(),
    /** Fills `store`. Resolves with when it was saved, and of which content. */
    async load(store: MemoryStore): Promise<Loaded> {
      memory = store
      try {
        return await readInto(store)
      } catch (err) {
        if ((err as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err, file }, 'cache snapshot not read')
        return {}
      }
    },
    /** Saves at intervals. */
    start(intervalMs: number) {
      timer = setInterval(() => void save(), intervalMs).unref()
    },
    /** Ends the intervals, and writes the whole file: in the order of use. */
    async close(): Promise<void> {
      clearInterval(timer)
      await next
      await save(true)
    },
  }

  async function readInto(store: MemoryStore): Promise<Loaded> {
    let [head, damaged]: [Loaded, number] = [{}, 0]
    const entries = new Map<string, Entry>()
    for await (const frame of framesIn(file)) {
      // Its checksum shows that this program has written it.
      const value = frame && (decode(frame) as Head | Change | undefined)
      if (!value) damaged++
      else if ('savedAt' in value) head = value
      else {
        // The latest change becomes the last one of the map.
        entries.delete(value.key)
        const { entry } = value
        if (entry) entries.set(value.key, { ...entry, body: unpooled(Buffer.from(entry.body)) })
      }
    }
    const usable = [...entries.values()].filter((entry) => remainingUse(entry, Date.now()) > 0)
    for (const entry of usable) {
      store.set(entry)
      // Out of the probation segment.
      store.get(entry.key)
    }
    const count = usable.length
    if (damaged === 0 && head.savedAt) log.info({ file, count }, 'cache snapshot loaded')
    else log.warn({ file, count, damaged }, 'cache snapshot damaged or of another format')
    return head
  }
}

/** Length, and the value with its checksum. */
function frameOf(value: Head | Change): Buffer {
  const bytes = encode(value)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Undefined at the end where the file is cut off. */
async function* framesIn(file: string): AsyncIterable<Buffer | undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: maxFrameBytes })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    while (rest.length >= lengthBytes) {
      const end = lengthBytes + rest.readUInt32BE(0)
      if (end > maxFrameBytes) return yield undefined
      if (end > rest.length) break
      yield rest.subarray(lengthBytes, end)
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) yield undefined
}
