// Watch of a content folder: scans find its changes, and fs.watch starts a scan at once. Another one follows when an item is to appear or
// disappear.
import { type FSWatcher, watch as watchFiles } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../markdown/problem.ts'
import type { Outcome, Reading } from './reading.ts'

type WatchOptions = {
  folder: string
  watch: WatchFolder
  /** Scans the folder, and reads it where it has changed. */
  update: () => Promise<Outcome>
  reading: () => Reading
  log: Pick<Log, 'warn'>
  now: () => number
}

/** A folder that is being replaced is missing for a moment, and no event follows when it is back. */
const retryMs = 1000
const scanEveryMs = 1000
/** Scans take at most a fiftieth of the time of one core. */
const scanShare = 50

/** Returns a function that ends it. */
export async function watchContent({ folder, watch, update, reading, log, now }: WatchOptions) {
  let watching: Awaited<ReturnType<WatchFolder>> | undefined
  let wake = new AbortController()
  let [isFailing, isUnwatched, isClosed] = [false, false, false]

  async function run(): Promise<void> {
    while (!isClosed) {
      wake = new AbortController()
      const waitMs = await check()
      await sleep(waitMs, undefined, { signal: wake.signal }).catch(() => {})
    }
    watching?.close()
  }

  /** Resolves with the time until the next check, in milliseconds. It is bounded: the system's clock may be set. */
  async function check(): Promise<number> {
    try {
      const { ms, reading: next } = await update()
      const isOther = next !== undefined || isFailing
      isFailing = false
      const { nextAt = Number.POSITIVE_INFINITY } = reading()
      if (!isOther) return Math.min(Math.max(scanEveryMs, ms * scanShare), nextAt - now())
      // Folders may be new. The next scan finds what has changed in them before.
      await watchAgain()
      return 0
    } catch (err) {
      if (!isFailing && !isClosed)
        log.warn({ err, folder }, 'content reload failed, the previous content stays')
      isFailing = true
      return retryMs
    }
  }

  /** The system limits the number of watches. */
  async function watchAgain(): Promise<void> {
    try {
      const next = await watch(folder, () => wake.abort())
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
