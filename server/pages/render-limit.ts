// Concurrency limiter of page rendering, with a bounded queue; requests beyond it get 503.
import type { ServerResponse } from 'node:http'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import { closedSignal } from '../base/closed-responses.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { createSlots } from '../base/slots.ts'
import type { RenderForm } from '../telemetry/render-metrics.ts'

export type RenderLimit = ReturnType<typeof createRenderLimit>

const waitingPerRender = 8
/** A request that waited for so long gets 503. */
const queueTimeoutMs = 5000
/** Longer than any part of a page may take. */
const stalledSeconds = 10

export function createRenderLimit({ telemetry, time, mostRenders: most }: AppContext) {
  const { log, metrics } = telemetry
  const { monotonic, renderSlotMs: deadlineMs } = time
  const mayLog = createMinuteLimit(monotonic)
  /** When the last slot was taken or released. */
  let movedAt = monotonic()

  const overload = () => {
    metrics.renders.countRejected()
    if (mayLog()) log.warn(slots.counts(), 'page requests rejected: render queue full or too slow')
    return pageError(503, 'Service Unavailable')
  }
  const slots = createSlots({
    most,
    maxWaiting: waitingPerRender * most,
    waitMs: queueTimeoutMs,
    overload,
    onChange: () => metrics.renders.setCounts(slots.counts()),
  })
  const secondsStalled = () => (slots.counts().running < most ? 0 : (monotonic() - movedAt) / 1000)
  metrics.renders.watchStalled(secondsStalled)

  return {
    /**
     * Runs `work` in a slot, which is released at the latest when `response` is closed. Rejects with PageError 503 where no slot
     * becomes free in time, or the response has been closed.
     */
    async run<T>(form: RenderForm, work: () => Promise<T>, response?: ServerResponse): Promise<T> {
      const closed = response && closedSignal(response)
      const release = await slots.acquire()
      const startedAt = performance.now()
      movedAt = monotonic()
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        movedAt = monotonic()
        metrics.renders.observe(form, (performance.now() - startedAt) / 1000)
        release()
      }
      // Whatever became of its page.
      const timer = setTimeout(() => {
        log.warn({ form, deadlineMs }, 'render slot released: the page did not end in time')
        end()
      }, deadlineMs)
      closed?.addEventListener('abort', end)
      if (!closed?.aborted) return work().finally(end)
      end()
      throw pageError(503, 'Service Unavailable')
    },
    /** For /readyz. */
    warnings() {
      const seconds = Math.floor(secondsStalled())
      if (seconds < stalledSeconds) return []
      return [`pages: all ${most} render slots are taken, and none has been released for ${seconds} s`]
    },
  }
}
