// Files of the media folder by the URL they are served under.
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodePath } from './target.ts'

export type MediaFile = { path: string; size: number; modified: Date }
export type FindMedia = (url: string) => Promise<MediaFile | undefined>

export const mediaPrefix = '/media/'

/** Finds nothing outside the folder, wherever symbolic links or dots point, and no hidden files. */
export function createFindMedia(folder: string): FindMedia {
  return async (url) => {
    const segments = url.startsWith(mediaPrefix) ? decodePath(url) : undefined
    if (!segments?.every(isPlainName)) return undefined
    try {
      const root = await realpath(join(folder, 'media'))
      const path = await realpath(join(root, ...segments.slice(1)))
      const found = await stat(path)
      const inside = path.startsWith(root + sep)
      return inside && found.isFile() ? { path, size: found.size, modified: found.mtime } : undefined
    } catch {
      // Whatever the reason, a visitor is told that there is no such file.
      return undefined
    }
  }
}

function isPlainName(segment: string): boolean {
  return /^[^./\\\u0000][^/\\\u0000]*$/.test(segment)
}
