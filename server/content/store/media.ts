// Media files: lookup by URL, and the sizes and digests of those that content refers to, in the content index.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'

type MediaFile = { path: string; size: number; modified: Date }
export type FindMedia = (url: string) => Promise<MediaFile | undefined>
/** The digest of the file for its address. With `file`: undefined where that is not the file that was read. */
export type FindMediaDigest = (url: string, file?: MediaFile) => string | undefined

export const mediaPrefix = '/media/'

/**
 * No file outside the folder (path traversal, symbolic links) and no hidden file is found. A name that was typed is composed
 * (NFC), one from a Mac may be decomposed (NFD): either finds the file of the other.
 */
export function createFindMedia(folder: string): FindMedia {
  const find = async (names: string): Promise<MediaFile | undefined> => {
    try {
      const root = await realpath(join(folder, mediaPrefix))
      const path = await realpath(join(folder, names))
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
    if (!segments?.every((segment) => /^[^./\\\u0000][^/\\\u0000]*$/.test(segment))) return undefined
    const names = segments.join('/')
    return (await find(names)) ?? (await find(names.normalize('NFC'))) ?? find(names.normalize('NFD'))
  }
}

/** Decoded, without query and fragment; undefined where an escape is malformed. */
function mediaSegments(url: string): string[] | undefined {
  return decodedSegmentsOf(url.split(/[?#]/, 1)[0]!)
}

/** In any spelling of its address a file is the same. */
function filePath(url: string): string {
  return mediaSegments(url)?.join('/') ?? ''
}

export function versionOf({ size, modified }: MediaFile): string {
  return `${size} ${modified.getTime()}`
}

export type FindMediaSize = ReturnType<typeof createFindMediaSize>

/** Of the file of a URL: `size` in bytes, `sha256` in hexadecimal, its start for addresses, and the version; {} where there is none. */
export function createFindMediaSize(database: DatabaseSync) {
  const select = database.prepare(
    'select size, version, sha256, substr(sha256, 1, 16) as digest from media where path = ? and sha256 is not null',
  )
  // The columns of the query.
  return (url: string) =>
    (select.get(filePath(url)) ?? {}) as { size?: number; version?: string; sha256?: string; digest?: string }
}

/** Concurrent look-ups of files. */
const atOnce = 64

/** Stores what content refers to; unchanged files are not read again. Resolves with the URLs that have another file, or none any more. */
export async function storeMedia(
  database: DatabaseSync,
  find: FindMedia,
  progress: () => void,
): Promise<string[]> {
  const urls = database
    .prepare(
      `select distinct value ->> 'url' as url from file, json_each(urls) where value ->> 'url' glob ? || '*'`,
    )
    .all(mediaPrefix)
    .map(({ url }) => String(url))
  const rows = database.prepare('select url, version, sha256 from media').all()
  const known = new Map(rows.map((row) => [String(row['url']), row]))
  const put = database.prepare('insert or replace into media values (?, ?, ?, ?, ?)')
  const changed: string[] = []

  async function store(url: string): Promise<void> {
    const file = await find(url)
    if (!file) return
    const last = known.get(url)
    known.delete(url)
    const version = versionOf(file)
    if (last?.['version'] === version && last['sha256'] !== null) return
    const sha256 = await digest(file, progress).catch(() => null)
    put.run(url, filePath(url), file.size, version, sha256)
    if (last?.['sha256'] !== sha256) changed.push(url)
  }

  for (let start = 0; start < urls.length; start += atOnce)
    await Promise.all(urls.slice(start, start + atOnce).map(store))
  const remove = database.prepare('delete from media where url = ?')
  for (const url of known.keys()) remove.run(url)
  return [...changed, ...known.keys()]
}

async function digest({ path }: MediaFile, progress: () => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    hash.update(chunk)
    progress()
  }
  return hash.digest('hex')
}
