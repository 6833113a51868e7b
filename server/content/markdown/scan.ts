// Folder scan: one digest of the names, sizes and times of all content files. It costs a stat of each file, and finds the
// changes that fs.watch does not report: in network folders, behind symbolic links, beyond the limit of watches.
import { hash } from 'node:crypto'
import { type BigIntStats, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pageKinds } from '../../../shared/constants.ts'
import { defaultSections, type SiteSections } from '../../../shared/sections.ts'

/** `digest`: the same for the same names, sizes and times. `versions`: the same for the same size and times of a file, by paths. */
type Scan = { digest: string; versions: Map<string, string> }

const media = 'media'
/** Names of the folders of a content folder that have content. */
export function contentFolders({ slugs }: Pick<SiteSections, 'slugs'>): string[] {
  return [...slugs, ...pageKinds, media]
}

/**
 * `folders`: those with content. Synchronous: promises would take several times as long. Throws where a folder cannot be read.
 */
export function scanFolder(root: string, folders = contentFolders(defaultSections)): Scan {
  const versions: Scan['versions'] = new Map()

  /** `above`: the folders that contain this one, so that a symbolic link to one of them is not followed forever. */
  function scan(path: string, above: string[]): void {
    for (const name of visibleNames(join(root, path))) {
      const status = statOf(join(root, path, name))
      const below = path === '' ? name : `${path}/${name}`
      // Of a folder, or of what is never read, the path counts.
      versions.set(below, '')
      if (!status) continue
      const { size, mtimeNs, ctimeNs, ino, dev } = status
      if (status.isFile()) versions.set(below, [size, mtimeNs, ctimeNs, ino, dev].join(' '))
      const isContent = path === '' ? folders.includes(name) : below.startsWith(`${media}/`)
      const folder = `${dev} ${ino}`
      if (status.isDirectory() && isContent && !above.includes(folder)) scan(below, [...above, folder])
    }
  }

  scan('', [])
  return { digest: hash('sha1', [...versions].join('\n'), 'base64url'), versions }
}

/** Undefined where there is nothing, or nothing that can be found out, such as for a symbolic link to itself. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** Without hidden files and temporary files of editors, sorted. */
function visibleNames(path: string): string[] {
  return readdirSync(path).filter(isVisible).sort()
}

/** What operating systems, office programs and network storage leave in folders. */
const leftovers =
  /^(?:thumbs\.db|ehthumbs.*\.db|desktop\.ini|icon\r|lost\+found|@eadir|__macosx|\$recycle\.bin|system volume information|~\$.*|.*\.(?:tmp|swp))$/i

/** Hidden files, temporary files of editors and leftovers are not content. */
export function isVisible(name: string): boolean {
  return !/^[.#]|~$/.test(name) && !leftovers.test(name)
}
