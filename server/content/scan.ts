// Folder scan: one digest of the names, sizes and times of all content files. It costs a stat of each file, and finds the
// changes that fs.watch does not report: in network folders, behind symbolic links, beyond the limit of watches.
import { hash } from 'node:crypto'
import { type BigIntStats, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { categories } from '../../shared/constants.ts'

/** `changedAt`: the latest change of a file, in milliseconds since 1970 by the clock of the file system. */
export type Scan = { signature: string; changedAt: number }

const media = 'media'
export const contentFolders: readonly string[] = [...categories, 'about', 'download', 'manual', media]

/** Synchronous: promises would take several times as long. Throws where a folder cannot be read. */
export function scanFolder(root: string): Scan {
  const lines: string[] = []
  let changedAt = 0

  function add(path: string, { size, mtimeNs, ctimeNs, ctimeMs, ino, dev }: BigIntStats): void {
    lines.push([path, size, mtimeNs, ctimeNs, ino, dev].join(' '))
    changedAt = Math.max(changedAt, Number(ctimeMs))
  }

  /** `above`: the folders that contain this one, so that a symbolic link to one of them is not followed forever. */
  function scan(path: string, above: string[]): void {
    for (const name of visibleNames(join(root, path))) {
      const found = statSync(join(root, path, name), { bigint: true, throwIfNoEntry: false })
      const below = path === '' ? name : `${path}/${name}`
      if (found?.isFile()) add(below, found)
      if (!found?.isDirectory()) continue
      lines.push(below)
      const folder = `${found.dev} ${found.ino}`
      const isContent = path === '' ? contentFolders.includes(name) : below.startsWith(`${media}/`)
      if (isContent && !above.includes(folder)) scan(below, [...above, folder])
    }
  }

  scan('', [])
  return { signature: hash('sha1', lines.join('\n'), 'base64url'), changedAt }
}

/** Without hidden files and temporary files of editors, sorted. */
export function visibleNames(path: string): string[] {
  return readdirSync(path).filter(isVisible).sort()
}

/** Hidden files and temporary files of editors are not content. */
export function isVisible(name: string): boolean {
  return !/^[.#]|~$/.test(name)
}
