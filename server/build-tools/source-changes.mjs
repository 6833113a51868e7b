// Watches source folders, independent of how editors and version control systems write files.
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { watchFolder } from '../sources/markdown/watch-folder.ts'

/** Debounce: a save causes several events, a checkout many. */
const quietMs = 30
/** A folder that is being replaced is missing for a moment. */
const retryMs = 200

/**
 * Calls `changed` with the paths, relative to `root`, that were added, changed or removed below `folders` and for which
 * `isSource` is true; one call at a time. Rejects where the folders cannot be watched.
 */
export async function watchSources(root, { folders, isSource, changed }) {
  const watchAll = () => Promise.all(folders.map((folder) => watchFolder(join(root, folder), scheduleScan)))
  let watching = await watchAll()
  let known = versions()
  let timer
  let running = Promise.resolve()

  function scheduleScan() {
    schedule(quietMs)
  }

  function schedule(delayMs) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(scan)
    }, delayMs)
  }

  async function scan() {
    try {
      // New folders are watched before they are read, so that no later change is missed.
      const next = await watchAll()
      for (const { close } of watching) close()
      watching = next
    } catch {
      schedule(retryMs)
      return
    }
    const current = versions()
    const paths = new Set([...known.keys(), ...current.keys()])
    const different = [...paths].filter((path) => known.get(path) !== current.get(path))
    known = current
    if (different.length > 0) await changed(different)
  }

  /** By path: inode, size and time, which also change when a file is replaced by rename. */
  function versions() {
    return new Map(
      folders.flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
          .filter(isSource)
          .map((path) => [path, statSync(join(root, path), { throwIfNoEntry: false })])
          .filter(([, found]) => found?.isFile())
          .map(([path, { ino, size, mtimeMs }]) => [path, `${ino} ${size} ${mtimeMs}`]),
      ),
    )
  }
}
