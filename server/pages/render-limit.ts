// Concurrency limiter of page rendering, with a bounded queue; requests beyond it get 503.
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { createSlots } from '../base/slots.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RenderForm } from '../telemetry/render-metrics.ts'

export type RenderLimit = {
  /** Resolves with a function that releases the slot, to be called once; rejects with PageError 503. */
  acquire: (form: RenderForm) => Promise<() => void>
  /** A slot that is released when the response is closed, because streaming ends with the last deferred part. */
  acquireUntilClosed: (form: RenderForm, response: ServerResponse) => Promise<void>
  /** Runs `work` in a slot. */
  run: <T>(form: RenderForm, work: () => Promise<T>) => Promise<T>
  /** Whether no page is being rendered. */
  isIdle: () => boolean
}

type RenderLimitOptions = {
  most: number
  metrics: Metrics['renders']
  log: Pick<FastifyBaseLogger, 'warn'>
}

const waitingPerRender = 8
/** A request that waited for so long gets 503. */
const queueTimeoutMs = 5000
const warnEveryMs = 10_000

export function createRenderLimit(options: RenderLimitOptions): RenderLimit {
  const { most, metrics, log } = options
  let warnedAt = Number.NEGATIVE_INFINITY

  const overload = () => {
    metrics.countRejected()
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now()
      log.warn(slots.counts(), 'page requests rejected: render queue full or too slow')
    }
    return pageError(503, 'Service Unavailable')
  }
  const slots = createSlots({
    most,
    maxWaiting: waitingPerRender * most,
    waitMs: queueTimeoutMs,
    overload,
    onChange: () => metrics.setCounts(slots.counts()),
  })

  const acquire: RenderLimit['acquire'] = async (form) => {
    const release = await slots.acquire()
    const startedAt = performance.now()
    return () => {
      metrics.observe(form, (performance.now() - startedAt) / 1000)
      release()
    }
  }

  return {
    acquire,
    async acquireUntilClosed(form, response) {
      let isClosed = false
      let end = () => {}
      response.once('close', () => {
        isClosed = true
        end()
      })
      end = await acquire(form)
      if (!isClosed) return
      end()
      throw pageError(503, 'Service Unavailable')
    },
    async run(form, work) {
      const end = await acquire(form)
      return work().finally(end)
    },
    isIdle: () => slots.counts().running === 0,
  }
}
