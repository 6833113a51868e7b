// Mark of the brand: the bytes of its SVG file, from the origin, or the neutral one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Send } from '../base/origin.ts'
import { discard, readBody } from '../base/read-body.ts'

type MarkOptions = {
  /** Sends the requests of media files. */
  send: Send
  /** The output folder of build.mjs. */
  distDir: string
  log: { warn: (fields: object, event: string) => void }
}

/** Resolves with SVG; `url` as in the site configuration, '' for the neutral mark. */
export type ReadMark = (url: string) => Promise<Buffer>

const mostBytes = 262_144
const timeoutMs = 5000
/** A changed file is seen after this time. */
const maxAgeMs = 10_000

/** The mark is a file of this site: a configuration must not make the server request other hosts. */
function ownMark(url: string): string {
  return /^\/media\/[^?#]+\.svg$/.test(url) ? url : ''
}

/** A file of this site, of bounded size. */
export async function readSvg(send: Send, path: string): Promise<Buffer> {
  const headers = { accept: 'image/svg+xml', 'accept-encoding': 'identity' }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await send({ method: 'GET', path, headers, signal })
  const { status } = response
  if (status === 200) {
    const bytes = await readBody(response.body, mostBytes, timeoutMs)
    if (bytes.includes('<svg')) return bytes
  } else discard(response)
  throw new Error(`${path}: status ${status}, expected an SVG file`)
}

export function createReadMark({ send, distDir, log }: MarkOptions): ReadMark {
  const marks = new LRUCache<string, Promise<Buffer>>({ max: 8, ttl: maxAgeMs })
  const neutral = () => readFile(join(distDir, 'public/mark.svg'))

  return (named) => {
    const url = ownMark(named)
    const known = marks.get(url)
    if (known) return known
    const reading = url
      ? readSvg(send, url).catch((err: unknown) => {
          log.warn({ err, url }, 'mark of the brand not read')
          return neutral()
        })
      : neutral()
    marks.set(url, reading)
    return reading
  }
}
