// Reload scheduler: finds changes of the content folder by fs.watch and by scans, and reads the folder once it is quiet; also
// when an item is to appear or disappear. One reading at a time, with a retry.
import type { Log } from '../sources/markdown/problem.ts'
import type { WatchFolder } from '../sources/markdown/watch-folder.ts'
import type { TimedScan } from './reading-thread.ts'

type ReloadsOptions = {
  folder: string
  watch: WatchFolder
  scan: () => Promise<TimedScan>
  /** Rejects when the folder cannot be read. */
  reload: () => Promise<{ signature: string; isUnsettled: boolean }>
  /** Of the folder as it was read at the start. */
  signature: string
  /** When the next item appears or disappears, in milliseconds since 1970. */
  nextAt: () => number | undefined
  now: () => number
  log: Log
}

/** Debounce: one save is several events, and a copied folder is many. */
const quietMs = 150
/** A file that has changed since is probably being written. */
const writingMs = 250
/** Changes that go on are read after this time; files that are being written then wait for the next reading. */
const longestMs = 1000
/** A folder that is being replaced is missing for a moment, and no event follows when it is back. */
const retryMs = 1000
const scanEveryMs = 1000
/** Scans take at most a fiftieth of the time of one core. */
const scanShare = 50

export function createReloads(options: ReloadsOptions) {
  const { folder, watch, scan, reload, nextAt, now, log } = options
  let known: string | undefined = options.signature
  let watching: { close: () => void } | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let noticedAt: number | undefined
  let [failing, unwatched, closed] = [false, false, false]

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(begin, Math.max(0, delayMs))
  }

  /** An event of the file system. */
  function changed(): void {
    noticedAt ??= performance.now()
    if (!running) schedule(untilQuiet())
  }

  function untilQuiet(): number {
    const noticed = noticedAt ?? performance.now()
    return Math.min(quietMs, noticed + longestMs - performance.now())
  }

  function begin(): void {
    running = step().finally(() => {
      running = undefined
    })
  }

  async function step(): Promise<void> {
    try {
      const delayMs = await check()
      failing = false
      schedule(noticedAt === undefined ? delayMs : Math.min(delayMs, untilQuiet()))
    } catch (err) {
      if (closed) return
      if (!failing) log.warn({ err, folder }, 'content reload failed, the previous content stays')
      failing = true
      known = undefined
      schedule(retryMs)
    }
  }

  /** Resolves with the time until the next check, in milliseconds. */
  async function check(): Promise<number> {
    const noticed = noticedAt ?? performance.now()
    noticedAt = undefined
    const { signature, changedAt, ms } = await scan()
    const restMs = Math.max(scanEveryMs, ms * scanShare)
    const isDue = (nextAt() ?? Number.POSITIVE_INFINITY) <= now()
    if (signature === known && !isDue) return untilNext(restMs)
    const isWritten = Math.abs(Date.now() - changedAt) < writingMs
    if (!isDue && isWritten && performance.now() - noticed < longestMs) {
      noticedAt = noticed
      return quietMs
    }
    await watchAgain()
    const read = await reload()
    known = read.isUnsettled ? undefined : read.signature
    return read.isUnsettled ? writingMs : untilNext(restMs)
  }

  /** Bounded: the system's clock may be set. */
  function untilNext(restMs: number): number {
    return Math.min(restMs, (nextAt() ?? Number.POSITIVE_INFINITY) - now())
  }

  /** Before a reading, so that a change during it is not missed. The system limits the number of watches. */
  async function watchAgain(): Promise<void> {
    try {
      const next = await watch(folder, changed)
      watching?.close()
      watching = next
      unwatched = false
    } catch (err) {
      if (!unwatched) log.warn({ err, folder }, 'content folder not watched, changes are found by scans')
      unwatched = true
    }
  }

  return {
    async start(): Promise<void> {
      await watchAgain()
      schedule(0)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
      watching?.close()
    },
  }
}
