// Snapshot of the memory store on disk, so that a restarted server can respond while the origin is down.
import type { FastifyBaseLogger } from 'fastify'
import type { Entry } from './entry.ts'
import { decodeEntry, encodeEntry } from './entry-codec.ts'
import { remainingUse } from './semantics/reuse.ts'
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts'
import type { MemoryStore } from './store.ts'

type SnapshotOptions = {
  file: string
  memory: MemoryStore
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => number
  /** Version of the content that the responses were made from; '' where the origin names none. */
  content?: () => string
  /** Limit of the file, which holds the most recently used entries. */
  maxBytes: number
}

/** No method rejects: a server works without its snapshot. */
export function createSnapshot(options: SnapshotOptions) {
  const { file, memory, log, now = Date.now, content = () => '', maxBytes } = options
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  const write = async () => {
    try {
      const head = { savedAt: now(), content: content() }
      await writeSnapshotFile(file, head, frames([...memory.entries()], maxBytes, now))
      hasFailed = false
    } catch (err) {
      if (!hasFailed) log.warn({ err, file }, 'cache snapshot not written')
      hasFailed = true
    }
  }

  /** Joins a save that is running. */
  const save = (): Promise<void> => {
    saving ??= write().finally(() => {
      saving = undefined
    })
    return saving
  }

  return {
    save,

    async load(): Promise<Loaded> {
      try {
        return await loadSnapshot(options, now)
      } catch (err) {
        log.warn({ err, file }, 'cache snapshot not read')
        return { count: 0, savedAt: undefined, content: undefined }
      }
    },

    /** Saves at intervals. */
    start(intervalMs: number) {
      clearInterval(timer)
      timer = setInterval(() => void save(), intervalMs)
      timer.unref()
    },

    /** Stops the intervals; resolves after a save that is running. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await saving
    },
  }
}

/** The number of entries loaded, when they were saved (milliseconds since 1970), and of which content. */
type Loaded = { count: number; savedAt: number | undefined; content: string | undefined }

async function loadSnapshot(options: SnapshotOptions, now: () => number): Promise<Loaded> {
  const { file, memory, log, maxBytes } = options
  const usable: Entry[] = []
  let damaged = 0
  const { state, head } = await readSnapshotFile(file, 2 * maxBytes, (frame) => {
    const entry = decodeEntry(frame)
    if (!entry) damaged++
    else if (remainingUse(entry, now()) > 0) usable.push(entry)
  })
  const count = usable.length
  store(memory, usable)
  const loaded = { count, savedAt: head?.savedAt, content: head?.content }
  if (state === 'none') return loaded
  if (state === 'whole' && damaged === 0) log.info({ file, count }, 'cache snapshot loaded')
  else log.warn({ file, count, damaged, state }, 'cache snapshot damaged or of another format')
  return loaded
}

function* frames(entries: readonly Entry[], maxBytes: number, now: () => number): Iterable<Buffer> {
  let left = maxBytes
  for (const entry of entries) {
    if (remainingUse(entry, now()) <= 0) continue
    const frame = encodeEntry(entry)
    left -= frame.length
    if (left < 0) return
    yield frame
  }
}

function store(memory: MemoryStore, latestFirst: Entry[]): void {
  // From the least to the most recently used; `get` moves each out of the probation segment.
  for (const entry of latestFirst.toReversed()) {
    memory.set(entry)
    memory.get(entry.key)
  }
}
