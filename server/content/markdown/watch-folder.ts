// Folder watcher: one fs.watch for each folder.
import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

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
      const watcher = watch(path, changed)
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
