// Media files: lookup by URL.
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodedSegmentsOf } from '../../shared/path-pattern.ts'

export type MediaFile = { path: string; size: number; modified: Date }
export type FindMedia = (url: string) => Promise<MediaFile | undefined>

export const mediaPrefix = '/media/'

/**
 * No file outside the folder (path traversal, symbolic links) and no hidden file is found. A name that was typed is composed
 * (NFC), one from a Mac may be decomposed (NFD): either finds the file of the other.
 */
export function createFindMedia(folder: string): FindMedia {
  const find = async (segments: string[]): Promise<MediaFile | undefined> => {
    try {
      const root = await realpath(join(folder, 'media'))
      const path = await realpath(join(root, ...segments.slice(1)))
      const status = await stat(path)
      const inside = path.startsWith(root + sep)
      return inside && status.isFile() ? { path, size: status.size, modified: status.mtime } : undefined
    } catch {
      // Every error is a 404 to the client.
      return undefined
    }
  }
  return async (url) => {
    const segments = url.startsWith(mediaPrefix) ? mediaSegments(url) : undefined
    if (!segments?.every(isPlainName)) return undefined
    const names = segments.join('/')
    const [composed, decomposed] = [names.normalize('NFC'), names.normalize('NFD')]
    for (const spelling of new Set([names, composed, decomposed])) {
      const file = await find(spelling.split('/'))
      if (file) return file
    }
    return undefined
  }
}

/** Decoded, without query and fragment; undefined where an escape is malformed. */
export function mediaSegments(url: string): string[] | undefined {
  return decodedSegmentsOf(url.split(/[?#]/, 1)[0]!)
}

function isPlainName(segment: string): boolean {
  return /^[^./\\\u0000][^/\\\u0000]*$/.test(segment)
}
