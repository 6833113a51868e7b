// Reload scheduler: finds changes of the content folder by scans, which fs.watch starts at once, and reads the folder when two scans
// agree; also when an item is to appear or disappear. One reading at a time, with a retry.
import type { Log } from '../sources/markdown/problem.ts'
import type { WatchFolder } from '../sources/markdown/watch-folder.ts'
import type { TimedScan } from './reading-thread.ts'

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

export function createReloads(options: ReloadsOptions) {
  const { folder, log } = options
  const watched = createWatched(options, changed)
  const { check, isChanging, forget } = createFolderCheck(options, watched.again)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let [noticed, failing, closed] = [false, false, false]

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(begin, Math.max(0, delayMs))
  }

  /** An event of the file system. One save is several of them, and a copied folder is many: only the first one is of use. */
  function changed(): void {
    if (running) noticed = true
    else if (!isChanging()) schedule(0)
  }

  function begin(): void {
    running = step().finally(() => {
      running = undefined
    })
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
      forget()
      schedule(retryMs)
    }
  }

  return {
    async start(): Promise<void> {
      await watched.again()
      schedule(0)
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
      watched.close()
    },
  }
}

/** Scans the folder, and reads it when it has changed, or an item is due. */
function createFolderCheck(
  { scan, reload, nextAt, now, signature: first }: ReloadsOptions,
  watchAgain: () => Promise<void>,
) {
  let known: string | undefined = first
  let changing: { signature: string; since: number } | undefined

  /** True until two scans agree. */
  function isBeingWritten(signature: string): boolean {
    const last = changing
    changing = { signature, since: last?.since ?? performance.now() }
    return last?.signature !== signature && performance.now() - changing.since < longestMs
  }

  const untilNext = () => (nextAt() ?? Number.POSITIVE_INFINITY) - now()

  return {
    /** Resolves with the time until the next check, in milliseconds. It is bounded: the system's clock may be set. */
    async check(): Promise<number> {
      const { signature, ms } = await scan()
      const isDue = untilNext() <= 0
      if (!isDue && signature !== known && isBeingWritten(signature)) return quietMs
      changing = undefined
      if (isDue || signature !== known) {
        await watchAgain()
        known = (await reload()).signature
      }
      return Math.min(Math.max(scanEveryMs, ms * scanShare), untilNext())
    },
    /** Whether the last scan has found what the next one has to confirm. */
    isChanging: () => changing !== undefined,
    /** The folder is read again, whatever its signature. */
    forget: () => {
      known = undefined
    },
  }
}

function createWatched({ folder, watch, log }: ReloadsOptions, changed: () => void) {
  let watching: { close: () => void } | undefined
  let unwatched = false

  /** Called before a reading, so that a change during it is not missed. The system limits the number of watches. */
  async function again(): Promise<void> {
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

  return { again, close: () => watching?.close() }
}
