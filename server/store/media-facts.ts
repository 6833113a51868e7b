// Media facts: sizes and digests of the media files that content refers to, in the content index.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { FindMedia, MediaFile } from './media-file.ts'

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

type Described = { url: string; size?: number | undefined; sha256?: string | undefined }

/** What is written of a file that is elsewhere, else what the file of the folder has. */
export function fileFacts({ url, size, sha256 }: Described, media: FindMediaFact): ReturnType<FindMediaFact> {
  const stored = media(url)
  return { size: size ?? stored.size, sha256: sha256 ?? stored.sha256 }
}

/** `digestsOf` are some of the `urls`. */
type Wanted = { urls: Set<string>; digestsOf: Set<string>; progress: () => void }

/** Concurrent look-ups of files. */
const atOnce = 64

type Stored = {
  /** The URLs that have no file. */
  missing: Set<string>
  isChanged: boolean
}

/** Replaces the facts. Unchanged files are not read again. */
export async function storeMediaFacts(
  database: DatabaseSync,
  find: FindMedia,
  { urls, digestsOf, progress }: Wanted,
): Promise<Stored> {
  const known = new Map(
    database
      .prepare('select * from media')
      .all()
      .map((row) => [String(row['url']), row] as const),
  )
  const put = database.prepare('insert or replace into media values (?, ?, ?, ?)')
  const missing = new Set<string>()
  let isChanged = false

  async function store(url: string): Promise<void> {
    const file = await find(url)
    progress()
    if (!file) return void missing.add(url)
    const version = `${file.size} ${file.modified.getTime()}`
    const last = known.get(url)
    const isKnown = last?.['version'] === version
    if (isKnown && (last['sha256'] !== null || !digestsOf.has(url))) return
    const sha256 = digestsOf.has(url) ? await digest(file, progress).catch(() => null) : null
    isChanged = true
    put.run(url, file.size, version, sha256)
  }

  const wanted = [...urls]
  for (let start = 0; start < wanted.length; start += atOnce) {
    await Promise.all(wanted.slice(start, start + atOnce).map(store))
  }
  const remove = database.prepare('delete from media where url = ?')
  for (const url of known.keys()) {
    if (urls.has(url) && !missing.has(url)) continue
    isChanged = true
    remove.run(url)
  }
  return { missing, isChanged }
}

async function digest({ path }: MediaFile, progress: () => void): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    progress()
  }
  return hash.digest('hex')
}
