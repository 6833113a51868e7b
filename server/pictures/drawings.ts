// Drawings: covers of items as pictures of shared links, and the mark of the brand with its icons, made on demand by sharp.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { shareSize } from '../../shared/image.ts'
import type { AppContext } from '../app-context.ts'
import { discard, readBody } from '../base/read-body.ts'
import type { WorkerQueue } from '../base/worker-queue.ts'
import { fetchOriginal, mediaPath, picturePath } from './picture.ts'
import type { DrawingJob, PictureJob, PictureResult } from './worker.ts'

export type Drawings = ReturnType<typeof createDrawings>

const svg = /\.svg$/i
const [svgBytes, svgTimeoutMs] = [262_144, 5000]
/** A changed mark is seen after this time. */
const markMaxAgeMs = 10_000
const memoryBytes = 8_388_608
const shareShape = { ...shareSize, format: 'jpeg', ground: '#ffffff' } as const

export function createDrawings(
  { source: { send }, distDir, telemetry: { log } }: AppContext,
  worker: WorkerQueue<PictureJob, PictureResult>,
) {
  const drawn = new LRUCache<string, Buffer, PictureJob>({
    maxSize: memoryBytes,
    sizeCalculation: ({ length }) => length,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _before, { context }) {
      const result = await worker.run(context)
      if (result.kind !== 'copy') throw new Error(`drawing: ${result.kind}`)
      return Buffer.from(result.body)
    },
  })
  const marks = new LRUCache<string, Buffer>({
    max: 8,
    ttl: markMaxAgeMs,
    async fetchMethod(url) {
      // A configuration must not make the server request other hosts.
      const path = mediaPath(url, svg)
      const read =
        path && (await readSvg(path).catch((err) => log.warn({ err, url }, 'mark of the brand not read')))
      return read || readFile(join(distDir, 'public/mark.svg'))
    },
  })

  async function readSvg(path: string): Promise<Buffer> {
    const headers = { accept: 'image/svg+xml', 'accept-encoding': 'identity' }
    const response = await send({ method: 'GET', path, headers, signal: AbortSignal.timeout(svgTimeoutMs) })
    const { status, body } = response
    if (status === 200) {
      const bytes = await readBody(body, svgBytes, svgTimeoutMs)
      if (bytes.includes('<svg')) return bytes
    } else discard(response)
    throw new Error(`${path}: status ${status}, expected an SVG file`)
  }

  /** JPEG or PNG. Rejects where none can be made, and when too many are waiting. */
  function draw(original: Uint8Array, drawing: DrawingJob): Promise<Buffer> {
    const key = createHash('sha256').update(original).update(JSON.stringify(drawing)).digest('base64url')
    return drawn.forceFetch(key, { context: { original, drawing } })
  }

  return {
    draw,
    /** SVG: the file below /media/ that the site configuration names, else the neutral mark. */
    readMark: (url: string): Promise<Buffer> => marks.forceFetch(url),
    /** A file below /media/ in the size of shared links, as JPEG; undefined for no picture. Rejects where it cannot be read. */
    async drawCover(file: string): Promise<Buffer | undefined> {
      const vector = mediaPath(file, svg)
      if (vector) return draw(await readSvg(vector), shareShape)
      const path = picturePath(file)
      const original = path && (await fetchOriginal(send, path))
      return original && original.kind === 'file' ? draw(original.body, shareShape) : undefined
    },
    close: worker.close,
  }
}
