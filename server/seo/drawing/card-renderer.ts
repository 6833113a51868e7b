// Card renderer: draws share cards and icons in a worker thread, which is started on demand.
import { join } from 'node:path'
import { pageError } from '../../../shared/errors.ts'
import type { CardText } from '../../../shared/share-card.ts'
import type { CardColours } from '../../base/brand-colours.ts'
import { createWorkerQueue } from '../../base/worker-queue.ts'

/** `logo`: data URL of the mark, `colours`: of the brand. */
export type CardDrawing = CardText & { kind: 'card'; logo: string; colours: CardColours }
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
