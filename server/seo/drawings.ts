// Drawings: the cover of an item as the picture of shared links, and the mark of the brand as icons, made on demand by sharp.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pageError } from '../../shared/errors.ts'
import { createWorkerQueue } from '../base/worker-queue.ts'
import type { Cache } from '../cache/cache.ts'
import type { Made, MakeRequest } from '../cache/cache-request.ts'
import type { DrawingJob, PictureJob, PictureResult } from '../pictures/worker.ts'

export type Drawings = {
  /** Resolves with a JPEG or PNG, undefined where none can be made; rejects with PageError 503 when the queue is full. */
  draw: (original: Uint8Array, drawing: DrawingJob) => Promise<Buffer | undefined>
  close: () => Promise<void>
}

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
const maxWaiting = 32
const lifetime = { fresh: 31_536_000, staleWhileRevalidate: 0, staleIfError: 0, age: 0 }

/** Each drawing is made once and stored in the cache. `distDir` holds the worker's bundle. */
export function createDrawings(distDir: string, cache: Pick<Cache, 'serve'>, build: string): Drawings {
  const worker = createWorkerQueue<PictureJob, PictureResult>({
    name: 'drawing worker',
    file: join(distDir, 'server/picture-worker.js'),
    resourceLimits,
    maxWaiting,
    full: () => pageError(503, 'Service Unavailable'),
  })
  return {
    async draw(original, drawing) {
      const digest = createHash('sha256').update(original).update(JSON.stringify(drawing)).digest('base64url')
      const make = async (): Promise<Made> => {
        const result = await worker.run({ original, drawing })
        if (result.kind !== 'copy') throw new Error(`drawing: ${result.kind}`)
        const fields = { 'content-type': `image/${drawing.format}` }
        const body = Buffer.from(result.body)
        return { status: 200, fields, body, tags: [], lifetime, isComplete: true, isStale: false }
      }
      const key = `DRAWING ${digest} ${build}`
      const lookup: MakeRequest = { kind: 'media', key, tags: [], make }
      const response = await cache.serve(lookup, { method: 'GET', path: '/', headers: {} })
      // The body that `make` has returned.
      return response?.body as Buffer | undefined
    },
    close: worker.close,
  }
}
