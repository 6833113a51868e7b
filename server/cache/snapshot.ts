// The memory tier on disk, so that a server that starts again answers although the origin is away.
import type { FastifyBaseLogger } from 'fastify'
import type { Entry } from './entry.ts'
import { decodeEntry, encodeEntry } from './entry-codec.ts'
import { remainingUse } from './semantics/reuse.ts'
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts'
import type { MemoryStore } from './store.ts'

type Options = {
  file: string
  memory: MemoryStore
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => number
  /** Of the file; the entries that were used last are in it. */
  maxBytes: number
}

/** Nothing in it rejects: a server runs as well without its snapshot. */
export function createSnapshot({ file, memory, log, now = Date.now, maxBytes }: Options) {
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  const write = async () => {
    try {
      await writeSnapshotFile(file, now(), frames([...memory.entries()]))
      hasFailed = false
    } catch (err) {
      if (!hasFailed) log.warn({ err, file }, 'the snapshot of the cache cannot be written')
      hasFailed = true
    }
  }

  function* frames(entries: readonly Entry[]): Iterable<Buffer> {
    let left = maxBytes
    for (const entry of entries) {
      if (remainingUse(entry, now()) <= 0) continue
      const frame = encodeEntry(entry)
      left -= frame.length
      if (left < 0) return
      yield frame
    }
  }

  /** Joins one that runs already. */
  const save = (): Promise<void> => {
    saving ??= write().finally(() => {
      saving = undefined
    })
    return saving
  }

  const read = async () => {
    const found: Entry[] = []
    let damaged = 0
    const { state, savedAt } = await readSnapshotFile(file, 2 * maxBytes, (frame) => {
      const entry = decodeEntry(frame)
      if (!entry) damaged++
      else if (remainingUse(entry, now()) > 0) found.push(entry)
    })
    const count = found.length
    // From the least to the latest used, and each asked for once, so that it does not count as new in memory.
    for (const entry of found.reverse()) {
      memory.set(entry)
      memory.get(entry.key)
    }
    if (state === 'none') return { count, savedAt }
    if (state === 'whole' && damaged === 0) log.info({ file, count }, 'the snapshot of the cache was loaded')
    else log.warn({ file, count, damaged, state }, 'the snapshot of the cache is damaged or not ours')
    return { count, savedAt }
  }

  return {
    save,

    /** How many entries it brought, and when they were saved (milliseconds since 1970), where there is a file. */
    async load(): Promise<{ count: number; savedAt: number | undefined }> {
      try {
        return await read()
      } catch (err) {
        log.warn({ err, file }, 'the snapshot of the cache cannot be read')
        return { count: 0, savedAt: undefined }
      }
    },

    /** Saves at intervals from now on. */
    start(intervalMs: number) {
      clearInterval(timer)
      timer = setInterval(() => void save(), intervalMs)
      timer.unref()
    },

    /** No more intervals; the last save is done when it resolves. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await saving
    },
  }
}
