// So many pages are made at the same time, so many wait for their turn, and all others are told to come back.
import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { RenderForm } from '../telemetry/render-metrics.ts'

export type RenderLimit = {
  /** Resolves with what ends the turn, to be called once; rejects with PageError 503. */
  enter: (form: RenderForm) => Promise<() => void>
  /** A turn that ends with the answer, which streams until its last late part. */
  enterUntilClosed: (form: RenderForm, response: ServerResponse) => Promise<void>
  /** `work` in a turn of its own. */
  run: <T>(form: RenderForm, work: () => Promise<T>) => Promise<T>
  /** Whether no page is being made. */
  isIdle: () => boolean
}

type Options = {
  most: number
  maxWaiting: number
  metrics: Metrics['renders']
  log: Pick<FastifyBaseLogger, 'warn'>
  /** A visitor who waited for so long is told, and may be gone anyway. */
  timeoutMs?: number
}

const defaultPatienceMs = 5000
const warnEveryMs = 10_000

export function createRenderLimit(options: Options): RenderLimit {
  const { most, maxWaiting, metrics, log, timeoutMs = defaultPatienceMs } = options
  const waiting = new Set<() => void>()
  let running = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  const tell = () => metrics.setCounts({ running, waiting: waiting.size })

  const refuse = () => {
    metrics.countRejected()
    if (performance.now() - warnedAt > warnEveryMs) {
      warnedAt = performance.now()
      log.warn({ running, waiting: waiting.size }, 'pages refused: too many are being made')
    }
    return pageError(503, 'Service Unavailable')
  }

  const turn = (): Promise<void> => {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= maxWaiting) return Promise.reject(refuse())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(start)
      reject(refuse())
    }, timeoutMs)
    waiting.add(start)
    tell()
    return promise
  }

  const leave = () => {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else running--
    tell()
  }

  const enter: RenderLimit['enter'] = async (form) => {
    await turn().finally(tell)
    const began = performance.now()
    return () => {
      metrics.observe(form, (performance.now() - began) / 1000)
      leave()
    }
  }

  return {
    enter,
    async enterUntilClosed(form, response) {
      let isClosed = false
      let end = () => {}
      response.once('close', () => {
        isClosed = true
        end()
      })
      end = await enter(form)
      if (!isClosed) return
      end()
      throw pageError(503, 'Service Unavailable')
    },
    async run(form, work) {
      const end = await enter(form)
      return work().finally(end)
    },
    isIdle: () => running === 0,
  }
}
