// Concurrency limiter of page rendering, with a bounded queue; requests beyond it get 503.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import { closedSignal } from '../base/closed-responses.ts'
import { inTime } from '../base/in-time.ts'
import { createSlots } from '../base/slots.ts'

/** `uncached`: a page or payload for one visitor alone. */
type PageFormat = 'document' | 'payload' | 'island' | 'feed' | 'uncached'

const waitingPerRender = 8
/** A request that waited for so long gets 503. */
const queueTimeoutMs = 5000
/** Longer than any part of a page may take. */
const stalledSeconds = 10

export function createRenderLimit({ telemetry, time, mostRenders: most }: AppContext) {
  const { log, metrics, faults } = telemetry
  const { monotonic, renderSlotMs: deadlineMs } = time
  /** When the last slot was taken or released. */
  let movedAt = monotonic()

  const overload = () => {
    metrics.count('site_renders_refused_total', {})
    const problem = 'pages are rejected with 503'
    const event = 'page requests rejected: render queue full or too slow'
    faults.report('render slots full', { problem, event }, slots.counts())
    return pageError(503, 'Service Unavailable')
  }
  const maxWaiting = waitingPerRender * most
  const slots = createSlots({ most, maxWaiting, waitMs: queueTimeoutMs, overload })
  const secondsStalled = () => (slots.counts().running < most ? 0 : (monotonic() - movedAt) / 1000)
  metrics.watch('site_renders_running', () => slots.counts().running)
  metrics.watch('site_renders_waiting', () => slots.counts().waiting)
  metrics.watch('site_renders_stalled_seconds', secondsStalled)
  faults.watch('render slots full', () => {
    const seconds = Math.floor(secondsStalled())
    return seconds < stalledSeconds
      ? undefined
      : `all ${most} are taken, and none has been released for ${seconds} s`
  })

  /**
   * Runs `work` in a slot, which is released at the latest when `response` is closed. Rejects with PageError 503 where no slot
   * becomes free in time, or the response has been closed.
   */
  return async <T>(format: PageFormat, work: () => Promise<T>, response?: ServerResponse): Promise<T> => {
    const closed = response && closedSignal(response)
    const release = await slots.acquire()
    movedAt = monotonic()
    const startedAt = performance.now()
    const rendered = closed?.aborted ? Promise.reject(pageError(503, 'Service Unavailable')) : work()
    const ends = [Promise.allSettled([rendered]), ...(closed ? [once(closed, 'abort')] : [])]
    inTime(Promise.race<unknown>(ends), deadlineMs, 'rendering of a page')
      // Whatever becomes of it.
      .catch((err) => log.warn({ err, form: format }, 'render slot released: the page did not end in time'))
      .finally(() => {
        movedAt = monotonic()
        metrics.observe('site_render_seconds', { form: format }, (performance.now() - startedAt) / 1000)
        release()
      })
    return rendered
  }
}
