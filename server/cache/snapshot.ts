// Snapshot of the memory store on disk, so that a restarted server can respond while the upstream is down: a file of lines, to which
// each save appends what has changed.
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../app-context.ts'
import { decode, encode } from './codec.ts'
import { type Entry, unpooled } from './entry.ts'
import type { MemoryStore } from './memory-store.ts'

/** A line of the file: the first one of each save, with the version of the content; or a key that has another entry, or none. */
type Head = { savedAt: number; content: string }
type Change = { key: string; entry?: Entry }

/** With more changes the whole file is written. */
const mostChanges = 10_000

/** No method rejects: a server works without its snapshot. With more than `maxBytes` appended the whole file is written. */
export function createSnapshot(
  { config, source, telemetry: { log } }: AppContext,
  memory: MemoryStore,
  maxBytes: number,
) {
  const file = join(config.dataDir, 'cache.snapshot')
  /** The keys that have changed since the last save; undefined where the whole file has to be written. */
  let changed: Set<string> | undefined
  let appendedBytes = 0
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false
  memory.onChange((key) => {
    if (changed?.add(key).size === mostChanges) changed = undefined
  })

  /** Each line is made when it is written, from what is in memory then. */
  function* linesOf(keys: Iterable<string>): Iterable<string> {
    yield lineOf({ savedAt: Date.now(), content: source.contentUpdate()?.version ?? '' })
    for (const key of keys) {
      const { encoded: _, ...entry } = memory.peek(key) ?? {}
      const line = lineOf('key' in entry ? { key, entry } : { key })
      appendedBytes += line.length
      yield line
    }
  }
  const writeLines = (target: string, flags: 'a' | 'w', keys: Iterable<string>) =>
    pipeline(Readable.from(linesOf(keys)), createWriteStream(target, { flags, mode: 0o600, flush: true }))

  const write = async () => {
    const keys = appendedBytes > maxBytes ? undefined : changed
    const part = `${file}.tmp`
    changed = new Set()
    try {
      if (!keys) {
        await mkdir(dirname(file), { recursive: true })
        // Ends with what was used last.
        const keysInMemory = memory.entries().map(({ key }) => key)
        await writeLines(part, 'w', keysInMemory.reverse())
        // The file is always complete.
        await rename(part, file)
        appendedBytes = 0
      } else if (keys.size > 0) await writeLines(file, 'a', keys)
      hasFailed = false
    } catch (err) {
      await rm(part, { force: true })
      changed = undefined
      if (!hasFailed) log.warn({ err, file }, 'cache snapshot not written')
      hasFailed = true
    }
  }
  /** After those before it: what was purged meanwhile is written again. */
  const save = (): Promise<void> => {
    running = running.then(write)
    return running
  }

  const restore = ({ key, entry }: Change) => {
    if (!entry) return memory.delete(key)
    memory.set({ ...entry, body: unpooled(Buffer.from(entry.body)) })
    // Out of the probation segment.
    memory.get(key)
  }
  const read = async (): Promise<Partial<Head>> => {
    let [head, damaged]: [Partial<Head>, number] = [{}, 0]
    const handle = await open(file)
    for await (const line of handle.readLines({ encoding: 'latin1' })) {
      // Its checksum shows that `lineOf` has written it.
      const value = decode(Buffer.from(line, 'base64')) as Head | Change | undefined
      if (value && 'savedAt' in value) head = value
      // Without a head it is not known which purges came later.
      else if (value && head.savedAt) restore(value)
      else damaged++
    }
    const fields = { file, count: memory.usage().count, damaged }
    if (damaged === 0 && head.savedAt) log.info(fields, 'cache snapshot loaded')
    else log.warn(fields, 'cache snapshot damaged or of another format')
    return head
  }

  return {
    save,
    /** Fills the memory store. Resolves with when it was saved, in milliseconds since 1970, and of which content. */
    load: (): Promise<Partial<Head>> =>
      read().catch((err: NodeJS.ErrnoException) => {
        if (err.code !== 'ENOENT') log.warn({ err, file }, 'cache snapshot not read')
        return {}
      }),
    /** Saves at intervals. */
    start() {
      timer = setInterval(() => void save(), config.cacheSnapshotSeconds * 1000).unref()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await save()
    },
  }
}

function lineOf(value: Head | Change): string {
  return `${encode(value).toString('base64')}\n`
}
