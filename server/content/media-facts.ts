// Media facts: sizes and digests of the media files that content refers to.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FindMedia, MediaFile } from './media-file.ts'

/** By URL; a URL without a file is in neither. `sizes` in bytes, `digests` SHA-256 in hexadecimal. */
export type MediaFacts = { sizes: Map<string, number>; digests: Map<string, string> }

export type ReadMediaFacts = (wanted: { urls: string[]; digestsOf: string[] }) => Promise<MediaFacts>

/** Caches digests: a reload after a change of one text does not read unchanged media files again. */
export function createReadMediaFacts(find: FindMedia): ReadMediaFacts {
  const known = new Map<string, { version: string; sha256: string }>()

  /** `undefined` for a file that cannot be read: the digest is optional in responses. */
  async function digestOf(file: MediaFile): Promise<string | undefined> {
    const version = `${file.size} ${file.modified.getTime()}`
    const last = known.get(file.path)
    if (last?.version === version) return last.sha256
    const sha256 = await digest(file).catch(() => undefined)
    if (sha256) known.set(file.path, { version, sha256 })
    return sha256
  }

  return async ({ urls, digestsOf }) => {
    const found = await Promise.all([...new Set(urls)].map(async (url) => ({ url, file: await find(url) })))
    const facts: MediaFacts = { sizes: new Map(), digests: new Map() }
    for (const { url, file } of found) {
      if (!file) continue
      facts.sizes.set(url, file.size)
      const sha256 = digestsOf.includes(url) ? await digestOf(file) : undefined
      if (sha256) facts.digests.set(url, sha256)
    }
    return facts
  }
}

async function digest(file: MediaFile): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file.path), hash)
  return hash.digest('hex')
}
