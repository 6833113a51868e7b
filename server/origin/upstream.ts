// A real upstream over HTTP: one deadline over all attempts, one retry within a budget, a breaker.
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { type BreakerState, createBreaker, isBroken } from './breaker.ts'
import { createConnections } from './connections.ts'
import { discard } from './discard.ts'
import { createEnding, type Ending, pause } from './ending.ts'
import { exchange } from './exchange.ts'
import type { Origin, OriginRequest, OriginResponse } from './origin.ts'
import { originError } from './origin-error.ts'
import { createRetryBudget } from './retry-budget.ts'
import { isRepeatable, pauseBeforeRetry } from './retry-rule.ts'
import { sentFields } from './sent-fields.ts'

export type UpstreamOptions = {
  /** `http://host:port/prefix`; the prefix goes before every path. */
  base: string
  connections: number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Until the answer, over all attempts: all of a short one, the head of a long one and then the longest pause in it. */
  timeoutMs?: number
  /** PEM file of a certificate authority to trust for https. */
  caFile?: string | undefined
  /** Seconds from the request to the answer, or to the head of a long one, for every attempt. */
  observe?: (seconds: number, outcome: number | 'error') => void
  onBreaker?: (state: BreakerState) => void
  /** Headers that tie a call to the request that it is made for, see ops/tracing.ts. */
  tracing?: () => Record<string, string> | undefined
  breaker?: { failures: number; openMs: number }
}

const failureStatuses = [500, 502, 503, 504]

export function createUpstream(options: UpstreamOptions): Origin {
  const {
    base,
    connections,
    log,
    timeoutMs = requestTimeoutMs,
    observe = () => {},
    onBreaker = () => {},
    tracing = () => undefined,
  } = options
  const { origin, pathname } = new URL(base)
  const prefix = pathname === '/' ? '' : pathname
  const pool = createConnections({ origin, connections, timeoutMs, caFile: options.caFile })
  const budget = createRetryBudget()
  const breaker = createBreaker({
    ...options.breaker,
    isFailure,
    onChange: (state) => {
      log.warn({ state }, 'origin breaker')
      onBreaker(state)
    },
  })

  const attempt = async (request: OriginRequest, ending: Ending): Promise<OriginResponse> => {
    const { method, path, headers, body = null } = request
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    const sent = {
      method: method as 'GET',
      path: prefix + path,
      headers: sentFields(headers, tracing()),
      body,
    }
    try {
      const answer = await exchange(pool, sent, ending)
      observe(seconds(), answer.status)
      return answer
    } catch (error) {
      observe(seconds(), 'error')
      // A visitor who left says nothing about the origin.
      throw request.signal?.aborted
        ? Object.assign(new Error('the visitor left', { cause: error }), { visitorLeft: true })
        : error
    }
  }

  const attempts = async (request: OriginRequest, ending: Ending): Promise<OriginResponse> => {
    const guarded = () => breaker.run(() => attempt(request, ending))
    if (!isRepeatable(request)) return guarded()
    budget.deposit()
    let first: OriginResponse | Error
    try {
      first = await guarded()
    } catch (error) {
      if (ending.reason() !== undefined || isBroken(error)) throw error
      first = error as Error
    }
    const pauseMs = pauseBeforeRetry(first, request, Date.now())
    if (pauseMs === undefined || !budget.withdraw()) return answerOf(first)
    if (!(first instanceof Error)) discard(first)
    const reason = first instanceof Error ? { err: first } : { status: first.status }
    // What came of it is logged by whoever needed the answer.
    log.info({ path: request.path, ...reason }, 'origin retried')
    await pause(pauseMs, ending)
    return guarded()
  }

  const send = async (request: OriginRequest): Promise<OriginResponse> => {
    const ending = createEnding(timeoutMs, request.signal)
    try {
      return await attempts(request, ending)
    } catch (error) {
      throw originError(ending.isTimeout() || isTimeout(error) ? 'timeout' : 'network', error)
    } finally {
      ending.stopClock()
    }
  }

  return { send, close: () => pool.destroy(), isOut: () => breaker.state() !== 'closed' }
}

function isFailure(outcome: unknown): boolean {
  if (outcome instanceof Error) return !('visitorLeft' in outcome)
  return failureStatuses.includes((outcome as OriginResponse).status)
}

function answerOf(outcome: OriginResponse | Error): OriginResponse {
  if (outcome instanceof Error) throw outcome
  return outcome
}

function isTimeout(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code
  return (
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  )
}
