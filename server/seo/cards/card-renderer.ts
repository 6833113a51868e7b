// Card renderer: draws share cards and icons in a worker thread, which is started on demand.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pageError } from '../../../shared/errors.ts'
import type { CardText } from '../../../shared/share-card.ts'
import type { CardColours } from '../../base/brand-colours.ts'

/** `logo`: data URL of the mark, `colours`: of the brand. */
export type CardDrawing = CardText & { logo: string; colours: CardColours }
/** The mark on a ground, `icon` pixels wide and high. */
export type IconDrawing = { icon: number; logo: string; ground: string }
export type Drawing = CardDrawing | IconDrawing

type Job = { drawing: Drawing; resolve: (png: Buffer) => void; reject: (error: unknown) => void }

export type CardRenderer = {
  /** Resolves with a PNG; rejects with PageError 503 when the queue is full. */
  draw: (drawing: Drawing) => Promise<Buffer>
  close: () => Promise<void>
}

const maxWaiting = 32
/** The thread is terminated after this time without a finished card: idle or hanging. */
const idleMs = 30_000
/** Three times the measured use. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** `distDir` holds the worker's bundle and its files. */
export function createCardRenderer({ distDir }: { distDir: string }): CardRenderer {
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  /** The first one is being drawn. */
  const jobs: Job[] = []

  const stop = async () => {
    clearTimeout(timer)
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  const drawFirst = () => {
    clearTimeout(timer)
    timer = setTimeout(() => failed(new Error(`card worker: no result within ${idleMs} ms`)), idleMs).unref()
    const [job] = jobs
    // An idle thread does not keep the process alive.
    if (!job) return worker?.unref()
    worker ??= start()
    worker.ref()
    worker.postMessage(job.drawing)
  }

  const start = (): Worker => {
    const started = new Worker(join(distDir, 'server/card-worker.js'), {
      workerData: { distDir },
      resourceLimits,
    })
    const ended = (error: unknown) => {
      if (worker === started) failed(error)
    }
    started.on('message', (png: Uint8Array<ArrayBuffer>) => {
      if (worker !== started) return
      jobs.shift()?.resolve(Buffer.from(png.buffer))
      drawFirst()
    })
    started.on('error', ended)
    started.on('exit', (code) => ended(new Error(`card worker: exited with code ${code}`)))
    return started
  }

  /** Only the current card fails; the others are drawn by a new thread. */
  const failed = (error: unknown) => {
    void stop()
    jobs.shift()?.reject(error)
    if (jobs.length > 0) drawFirst()
  }

  return {
    async draw(drawing) {
      if (jobs.length >= maxWaiting) throw pageError(503, 'Service Unavailable')
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      jobs.push({ drawing, resolve, reject })
      if (jobs.length === 1) drawFirst()
      return promise
    },
    async close() {
      for (const { reject } of jobs.splice(0)) reject(new Error('card worker: closed'))
      await stop()
    },
  }
}
