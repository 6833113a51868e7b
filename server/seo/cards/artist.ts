// Draws cards in a thread of its own, which is there only while there are cards to draw.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pageError } from '../../../shared/errors.ts'
import type { CardText } from '../../../shared/share-card.ts'

type Drawn = { id: number; png: Uint8Array }
type Waiting = { resolve: (png: Buffer) => void; reject: (error: unknown) => void }

export type Artist = {
  /** Resolves with a PNG; rejects with PageError 503 while too many are waiting. */
  draw: (text: CardText) => Promise<Buffer>
  close: () => Promise<void>
}

const mostWaiting = 32
const idleMs = 30_000
/** Five times what it needs. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** `distDir` holds the bundle of the thread and the letters. */
export function createArtist({ distDir }: { distDir: string }): Artist {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  const waiting = new Map<number, Waiting>()

  const stop = async () => {
    clearTimeout(idle)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const fail = (error: unknown) => {
    void stop()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const letters = join(distDir, 'server/card-letters.bin')
    const started = new Worker(join(distDir, 'server/card-worker.js'), {
      workerData: { letters },
      resourceLimits,
    })
    started.on('message', ({ id, png }: Drawn) => {
      waiting.get(id)?.resolve(Buffer.from(png.buffer))
      waiting.delete(id)
      if (waiting.size > 0) return
      // Neither the thread nor the timer keeps the process alive.
      started.unref()
      idle = setTimeout(stop, idleMs).unref()
    })
    started.on('error', (error) => {
      if (worker === started) fail(error)
    })
    return started
  }

  return {
    async draw(text) {
      if (waiting.size >= mostWaiting) throw pageError(503, 'Service Unavailable')
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const id = ++last
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, text })
      return promise
    },
    async close() {
      await stop()
      fail(new Error('closed'))
    },
  }
}
