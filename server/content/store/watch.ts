// Watch of a content folder: scans find its changes, and fs.watch starts a scan at once. The folder is read when two scans agree, and
// when an item is to appear or disappear.
import { existsSync, type FSWatcher, watch as watchFiles } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../markdown/problem.ts'
import type { Outcome, Reading } from './reading.ts'

type WatchOptions = {
  folder: string
  watch: WatchFolder
  /** See ReadingJob. */
  update: (seen: string | undefined) => Promise<Outcome>
  reading: () => Reading
  log: Pick<Log, 'warn'>
  now: () => number
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

/** Returns a function that ends it. */
export async function watchContent({ folder, watch, update, reading, log, now }: WatchOptions) {
  /** What the last scan has found, and the next one has to confirm. */
  let seen: { digest: string; since: number } | undefined
  let watching: Awaited<ReturnType<WatchFolder>> | undefined
  let wake = new AbortController()
  let [isFailing, isUnwatched, isClosed] = [false, false, false]

  /** One save is several events, and a copied folder is many: only the first one is of use. */
  const changed = () => !seen && wake.abort()

  async function run(): Promise<void> {
    while (!isClosed) {
      const delayMs = await check()
      const hadEvent = wake.signal.aborted
      if (!isClosed) wake = new AbortController()
      const waitMs = hadEvent ? Math.min(delayMs, quietMs) : delayMs
      await sleep(waitMs, undefined, { signal: wake.signal }).catch(() => {})
      wake = new AbortController()
    }
    watching?.close()
  }

  /** Resolves with the time until the next check, in milliseconds. It is bounded: the system's clock may be set. */
  async function check(): Promise<number> {
    try {
      if (seen && existsSync(folder)) await watchAgain()
      const untilNext = () => (reading().nextAt ?? Number.POSITIVE_INFINITY) - now()
      const goesOn = seen && performance.now() - seen.since > longestMs
      const { digest, ms } = await update(goesOn || untilNext() <= 0 ? 'any' : seen?.digest)
      isFailing = false
      seen = digest === reading().digest ? undefined : { digest, since: seen?.since ?? performance.now() }
      return seen ? quietMs : Math.min(Math.max(scanEveryMs, ms * scanShare), untilNext())
    } catch (err) {
      if (!isFailing && !isClosed)
        log.warn({ err, folder }, 'content reload failed, the previous content stays')
      isFailing = true
      // The folder is watched again when it is back.
      seen ??= { digest: '', since: performance.now() }
      return retryMs
    }
  }

  /** Before a reading, so that a change during it is not missed. The system limits the number of watches. */
  async function watchAgain(): Promise<void> {
    try {
      const next = await watch(folder, changed)
      watching?.close()
      watching = next
      isUnwatched = false
    } catch (err) {
      if (!isUnwatched) log.warn({ err, folder }, 'content folder not watched, changes are found by scans')
      isUnwatched = true
    }
  }

  await watchAgain()
  const running = run()
  return () => {
    isClosed = true
    wake.abort()
    return running
  }
}

/** Calls `changed` for changes below `folder`; folders created later need a new watch. */
export type WatchFolder = (folder: string, changed: () => void) => Promise<{ close: () => void }>

/**
 * Not recursive: on Linux a recursive fs.watch watches each file by its inode and reports no more changes of a file
 * once an editor has saved it by renaming a new one over it (seen on Node 24.21).
 */
export const watchFolder: WatchFolder = async (folder, changed) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  const watchers: FSWatcher[] = []
  const close = () => {
    for (const watcher of watchers) watcher.close()
  }
  try {
    for (const path of [folder, ...below]) {
      const watcher = watchFiles(path, changed)
      watchers.push(watcher)
      // A deleted folder is a change.
      watcher.on('error', changed)
    }
  } catch (error) {
    close()
    throw error
  }
  return { close }
}
