// Media files: lookup by URL, and references to them in content.
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodePath } from './target.ts'

export type MediaFile = { path: string; size: number; modified: Date }
export type FindMedia = (url: string) => Promise<MediaFile | undefined>

const mediaPrefix = '/media/'

/** No file outside the folder (path traversal, symbolic links) and no hidden file is found. */
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
      // Every error is a 404 to the client.
      return undefined
    }
  }
}

function isPlainName(segment: string): boolean {
  return /^[^./\\\u0000][^/\\\u0000]*$/.test(segment)
}

export type MediaReference = { url: string; line: number }
export type FileMedia = MediaReference & { file: string }

/** `value` is plain data; `lineOf` takes fields as `items.0.url`. */
export function mediaReferences(value: unknown, lineOf: (field: string) => number): MediaReference[] {
  return textsOf(value, []).flatMap(({ text, path }) =>
    text.startsWith(mediaPrefix) ? [{ url: text, line: lineOf(path.join('.')) }] : [],
  )
}

function textsOf(value: unknown, path: string[]): { text: string; path: string[] }[] {
  if (typeof value === 'string') return [{ text: value, path }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, [...path, key]))
}
