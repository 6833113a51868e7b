// Reload scheduler: finds changes of the content folder by scans, which fs.watch starts at once, and reads the folder when two scans
// agree; also when an item is to appear or disappear. One reading at a time, with a retry.
import type { Log } from '../markdown/problem.ts'
import type { WatchFolder } from '../markdown/watch-folder.ts'
import type { TimedScan } from './content-reader.ts'

type ReloadsOptions = {
  folder: string
  watch: WatchFolder
  scan: () => Promise<TimedScan>
  /** Rejects when the folder cannot be read. */
  reload: () => Promise<{ signature: string }>
  /** Signature of the folder as it was read at the start. */
  signature: string
  /** When the next item appears or disappears, in milliseconds since 1970. */
  nextAt: () => number | undefined
  now: () => number
  log: Log
}

/** Two scans that find the same, this time apart: nothing is being written. */
const quietMs = 250
/** Changes that go on are read after this time: a large upload must not hold back everything else. */
const longestMs = 10_000
/** A folder that is being replaced is missing for a moment, and no event follows when it is back. */
const retryMs = 1000
const scanEveryMs = 1000
/** Scans take at most a fiftieth of the time of one core. */
const scanShare = 50

export async function startReloads(options: ReloadsOptions): Promise<{ close: () => Promise<void> }> {
  const { folder, watch, scan, reload, nextAt, now, log } = options
  /** Undefined: the folder is read again, whatever its signature. */
  let known: string | undefined = options.signature
  /** What the last scan has found, and the next one has to confirm. */
  let changing: { signature: string; since: number } | undefined
  let watching: { close: () => void } | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let [noticed, failing, unwatched, closed] = [false, false, false, false]

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (!closed)
      timer = setTimeout(
        () => {
          running = step().finally(() => {
            running = undefined
          })
        },
        Math.max(0, delayMs),
      )
  }

  /** An event of the file system. One save is several of them, and a copied folder is many: only the first one is of use. */
  function changed(): void {
    if (running) noticed = true
    else if (!changing) schedule(0)
  }

  async function step(): Promise<void> {
    noticed = false
    try {
      const delayMs = await check()
      failing = false
      schedule(noticed ? Math.min(delayMs, quietMs) : delayMs)
    } catch (err) {
      if (closed) return
      if (!failing) log.warn({ err, folder }, 'content reload failed, the previous content stays')
      failing = true
      known = undefined
      schedule(retryMs)
    }
  }

  /** Resolves with the time until the next check, in milliseconds. It is bounded: the system's clock may be set. */
  async function check(): Promise<number> {
    const { signature, ms } = await scan()
    const untilNext = () => (nextAt() ?? Number.POSITIVE_INFINITY) - now()
    const isDue = untilNext() <= 0
    const last = changing
    changing = signature === known ? undefined : { signature, since: last?.since ?? performance.now() }
    const isBeingWritten =
      last?.signature !== signature && changing && performance.now() - changing.since < longestMs
    if (isBeingWritten && !isDue) return quietMs
    changing = undefined
    if (isDue || signature !== known) {
      await watchAgain()
      known = (await reload()).signature
    }
    return Math.min(Math.max(scanEveryMs, ms * scanShare), untilNext())
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

  await watchAgain()
  schedule(0)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await running
      watching?.close()
    },
  }
}
