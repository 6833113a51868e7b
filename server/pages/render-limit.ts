// Concurrency limiter of page rendering, with a bounded queue; requests beyond it get 503.
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { closedSignal } from '../base/closed-responses.ts'
import { createSlots } from '../base/slots.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RenderForm } from '../telemetry/render-metrics.ts'

export type RenderLimit = {
  /**
   * Resolves with a function that releases the slot, which happens too when the response is closed. Rejects with PageError
   * 503, also where the response has been closed.
   */
  acquireUntilClosed: (form: RenderForm, response: ServerResponse) => Promise<() => void>
  /** Runs `work` in a slot. */
  run: <T>(form: RenderForm, work: () => Promise<T>) => Promise<T>
  /** Whether no page is being rendered. */
  isIdle: () => boolean
  /** For `warnings` of /readyz. */
  warnings: () => string[]
}

type RenderLimitOptions = {
  most: number
  /** After this time a slot is released, whatever became of its page. */
  deadlineMs: number
  monotonic: () => number
  metrics: Metrics['renders']
  log: Pick<FastifyBaseLogger, 'warn'>
}

const waitingPerRender = 8
/** A request that waited for so long gets 503. */
const queueTimeoutMs = 5000
const warnEveryMs = 10_000
/** Longer than any part of a page may take. */
const stalledSeconds = 10

export function createRenderLimit(options: RenderLimitOptions): RenderLimit {
  const { most, deadlineMs, monotonic, metrics, log } = options
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

  /** When the last slot was taken or released. */
  let movedAt = monotonic()
  const secondsStalled = () => (slots.counts().running < most ? 0 : (monotonic() - movedAt) / 1000)
  metrics.watchStalled(secondsStalled)

  /** Resolves with a function that releases the slot. */
  const acquire = async (form: RenderForm) => {
    const release = await slots.acquire()
    const startedAt = performance.now()
    movedAt = monotonic()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      movedAt = monotonic()
      metrics.observe(form, (performance.now() - startedAt) / 1000)
      release()
    }
    const timer = setTimeout(() => {
      log.warn({ form, deadlineMs }, 'render slot released: the page did not end in time')
      end()
    }, deadlineMs)
    return end
  }

  return {
    async acquireUntilClosed(form, response) {
      const closed = closedSignal(response)
      const end = await acquire(form)
      closed.addEventListener('abort', end)
      if (!closed.aborted) return end
      end()
      throw pageError(503, 'Service Unavailable')
    },
    async run(form, work) {
      const end = await acquire(form)
      return work().finally(end)
    },
    isIdle: () => slots.counts().running === 0,
    warnings() {
      const seconds = Math.floor(secondsStalled())
      if (seconds < stalledSeconds) return []
      return [`pages: all ${most} render slots are taken, and none has been released for ${seconds} s`]
    },
  }
}
