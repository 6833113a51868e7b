// Word of changes below a folder.
import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Calls `changed` from now on for anything below `folder` as it stands; new folders need a new watch. */
export type WatchFolder = (folder: string, changed: () => void) => Promise<{ close: () => void }>

/**
 * One watch for each folder. A recursive fs.watch on Linux watches each file by its inode and hears nothing
 * of a file any more once an editor has saved it by renaming a new one over it (seen on Node 24.21).
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
    for (const path of [folder, ...below]) watchers.push(listen(path, changed))
  } catch (error) {
    close()
    throw error
  }
  return { close }
}

function listen(path: string, changed: () => void): FSWatcher {
  const watcher = watch(path, changed)
  // A folder that goes away is a change too.
  watcher.on('error', changed)
  return watcher
}
