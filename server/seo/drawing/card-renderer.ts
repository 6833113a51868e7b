// Card renderer: draws share cards and icons in a worker thread, which is started on demand.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pageError } from '../../../shared/errors.ts'
import type { CardText } from '../../../shared/share-card.ts'
import type { CardColours } from '../../base/brand-colours.ts'
import { createWorkerQueue } from '../../base/worker-queue.ts'
import type { CacheRequest } from '../../cache/cache-request.ts'
import type { Cache } from '../../cache/engine.ts'

/** `logo`: data URL of the mark, `image`: of the picture, `colours`: of the section. */
export type CardDrawing = CardText & {
  kind: 'card'
  logo: string
  image: string | undefined
  colours: CardColours
}
/** The mark on a ground, `icon` pixels wide and high. */
export type IconDrawing = { kind: 'icon'; icon: number; logo: string; ground: string }
export type Drawing = CardDrawing | IconDrawing

export type CardRenderer = {
  /** Resolves with a PNG; rejects with PageError 503 when the queue is full. */
  draw: (drawing: Drawing) => Promise<Buffer>
  close: () => Promise<void>
}

const maxWaiting = 32
/** Three times the measured use. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** Over a renderer: each drawing is made once and stored in the cache. */
export function createStoredDrawings(
  { draw, close }: CardRenderer,
  cache: Pick<Cache, 'serve'>,
  build: string,
): CardRenderer {
  const fields = { 'cache-control': 'max-age=31536000', 'content-type': 'image/png' }
  const fill = { method: 'GET', path: '/', headers: {} }
  return {
    async draw(drawing) {
      const key = `DRAWING ${createHash('sha256').update(JSON.stringify(drawing)).digest('base64url')} ${build}`
      const make = async () => ({
        status: 200,
        fields,
        body: await draw(drawing),
        tags: [],
        isComplete: true,
      })
      const lookup: CacheRequest = { key, tags: [], call: undefined, locale: 'zh', kind: 'media', fill, make }
      const response = await cache.serve(lookup, fill)
      // The body that `make` has returned.
      return response?.body as Buffer
    },
    close,
  }
}

/** `distDir` holds the worker's bundle and its files. */
export function createCardRenderer({ distDir }: { distDir: string }): CardRenderer {
  const queue = createWorkerQueue<Drawing, Uint8Array<ArrayBuffer>>({
    name: 'card worker',
    file: join(distDir, 'server/card-worker.js'),
    workerData: { distDir },
    resourceLimits,
    maxWaiting,
    full: () => pageError(503, 'Service Unavailable'),
  })
  return {
    draw: async (drawing) => Buffer.from((await queue.run(drawing)).buffer),
    close: queue.close,
  }
}
