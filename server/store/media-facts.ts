// Media facts: sizes and digests of the media files that content refers to, in the content index.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type FindMedia, type MediaFile, mediaSegments } from './media-file.ts'

/** `size` in bytes, `sha256` in hexadecimal; both undefined for a URL without a file. */
export type FindMediaFact = (url: string) => { size: number | undefined; sha256: string | undefined }

export function createFindMediaFact(database: DatabaseSync): FindMediaFact {
  const select = database.prepare('select size, sha256 from media where url = ?')
  return (url) => {
    const row = select.get(url)
    return {
      size: row && Number(row['size']),
      sha256: row?.['sha256'] === null ? undefined : (row?.['sha256'] as string | undefined),
    }
  }
}

/**
 * The digest of the file for its address; undefined for a URL without one. With `file`: undefined as well where that is not
 * the file that was read.
 */
export type FindMediaDigest = (url: string, file?: MediaFile) => string | undefined

const digestLength = 16

export function createFindMediaDigest(database: DatabaseSync): FindMediaDigest {
  const select = database.prepare('select version, sha256 from media where path = ?')
  return (url, file) => {
    const { version, sha256 } = select.get(pathOf(url)) ?? {}
    const isRead = typeof sha256 === 'string' && (!file || version === versionOf(file))
    return isRead ? sha256.slice(0, digestLength) : undefined
  }
}

/** In any spelling of its address a file is the same. */
function pathOf(url: string): string {
  return mediaSegments(url)?.join('/') ?? ''
}

function versionOf({ size, modified }: MediaFile): string {
  return `${size} ${modified.getTime()}`
}

type Described = { url: string; size?: number | undefined; sha256?: string | undefined }

/** What is written of a file that is elsewhere, else what the file of the folder has. */
export function fileFacts({ url, size, sha256 }: Described, media: FindMediaFact): ReturnType<FindMediaFact> {
  const stored = media(url)
  return { size: size ?? stored.size, sha256: sha256 ?? stored.sha256 }
}

type Wanted = { urls: Set<string>; progress: () => void }

/** Concurrent look-ups of files. */
const atOnce = 64

type Stored = {
  /** The URLs that have no file. */
  missing: Set<string>
  /** Those whose file is another one, or there no more. */
  changed: string[]
}

/** Replaces the facts. Unchanged files are not read again. */
export async function storeMediaFacts(
  database: DatabaseSync,
  find: FindMedia,
  { urls, progress }: Wanted,
): Promise<Stored> {
  const known = new Map(
    database
      .prepare('select * from media')
      .all()
      .map((row) => [String(row['url']), row] as const),
  )
  const put = database.prepare('insert or replace into media values (?, ?, ?, ?, ?)')
  const missing = new Set<string>()
  const changed: string[] = []

  async function store(url: string): Promise<void> {
    const file = await find(url)
    progress()
    if (!file) return void missing.add(url)
    const version = versionOf(file)
    const last = known.get(url)
    if (last?.['version'] === version && last['sha256'] !== null) return
    const sha256 = await digest(file, progress).catch(() => null)
    put.run(url, pathOf(url), file.size, version, sha256)
    if (last?.['sha256'] !== sha256) changed.push(url)
  }

  const wanted = [...urls]
  for (let start = 0; start < wanted.length; start += atOnce) {
    await Promise.all(wanted.slice(start, start + atOnce).map(store))
  }
  const remove = database.prepare('delete from media where url = ?')
  for (const url of known.keys()) {
    if (urls.has(url) && !missing.has(url)) continue
    changed.push(url)
    remove.run(url)
  }
  return { missing, changed }
}

async function digest({ path }: MediaFile, progress: () => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    progress()
  }
  return hash.digest('hex')
}
