// Upstream over HTTP: a bounded queue, a circuit breaker, one deadline over all attempts, one retry.
import { finished } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestTimeoutMs, retryAfterLimitMs, retryStatuses } from '../../shared/constants.ts'
import { apiError, isApiError, isOverload } from '../../shared/errors.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import type { ContentRequest, ContentResponse, UpstreamCall, UpstreamSource } from '../base/content-source.ts'
import { field, parseHttpDate } from '../base/fields.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { discard } from '../base/read-body.ts'
import { createSlots } from '../base/slots.ts'
import type { FaultName } from '../telemetry/faults.ts'
import { statusClass } from '../telemetry/metrics.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { isRead, knownCall } from './call-policy.ts'
import {
  createConnections,
  errorCode,
  isLate,
  isTimeout,
  late,
  stale,
  unreachable,
  withCode,
} from './connections.ts'

type UpstreamOptions = {
  /** `http://host:port/prefix`; the prefix goes before every path. */
  base: string
  /** For business calls; everything else, such as media, has connections of its own. */
  connections?: number
  /** Of business calls; default: eight for each connection. */
  maxWaiting?: number
  /** Deadline of the response over all attempts: a short one completely, of a long one the head; then the longest pause. */
  timeoutMs?: number
  /** Monotonic milliseconds, for the circuit breaker. */
  monotonic?: () => number
  /** Header fields of every request, with `via`; may be secret, and are sent to `base` alone: no redirect is followed. */
  fields: Record<string, string>
  telemetry: Telemetry
}

/** Each is in use until the visitor has read the body: far more than the calls need, a quarter of them for one address. */
const mediaConnections = 256
const waitingPerConnection = 8
/** Retries are a share of the requests: attempts in all stay below (1 + share) × requests + reserve. */
const retries = { share: 0.2, reserve: 10 }

/** Of a request without a usable response. */
const failures = {
  unreachable: ['upstream unreachable', 'no connection'],
  network: ['upstream broken off', 'the response broke off'],
  timeout: ['upstream slow', 'no response in time'],
} as const satisfies Record<string, [FaultName, string]>

export function createUpstream(options: UpstreamOptions): UpstreamSource {
  const { connections = 64, timeoutMs = requestTimeoutMs, monotonic = () => performance.now() } = options
  const { maxWaiting = waitingPerConnection * connections } = options
  const { log, metrics, faults } = options.telemetry
  const breaker = createBreaker(monotonic, (state) =>
    log.warn({ call: 'upstream', state }, 'circuit breaker changed state'),
  )
  metrics.watch('site_upstream_breaker', () =>
    (['closed', 'open'] as const).map((state) => ({
      labels: { call: 'upstream', state },
      value: Number(state === breaker.state()),
    })),
  )
  const connectionsWith = (most: number, mostOfKey: number, maxWaiting: number, allowH2: boolean) => {
    const overload = () => apiError('overload', `more than ${maxWaiting} requests wait`)
    const slots = createSlots({ most, mostOfKey, maxWaiting, waitMs: timeoutMs, overload })
    return { slots, ...createConnections(options, timeoutMs, most, allowH2) }
  }
  // One call that hangs leaves half of the connections to the others.
  const calls = connectionsWith(connections, Math.ceil(connections / 2), maxWaiting, true)
  // Not HTTP/2: a slow reader uses up the flow-control window that a connection's streams share (RFC 9113 §5.2.1).
  const media = connectionsWith(mediaConnections, mediaConnections / 4, mediaConnections, false)
  const mayLog = createMinuteLimit(monotonic)
  let retryTokens = retries.reserve

  /** Rejects with the reason of `signal` where it was aborted, as it is where the deadline has passed. */
  const attempt = async (request: ContentRequest, signal: AbortSignal, isAlone = false) => {
    signal.throwIfAborted()
    const call = upstreamCall(request)
    if (!breaker.admit()) throw apiError('network', 'the circuit breaker of the upstream is open')
    const started = performance.now()
    let outcome = 'error'
    try {
      const response = await (call === 'other' ? media : calls).exchange(request, signal, isAlone)
      outcome = statusClass(response.status)
      breaker.reached()
      return response
    } catch (error) {
      if (errorCode(error) === unreachable || isLate(signal)) breaker.failed()
      throw error
    } finally {
      metrics.observe('site_upstream_seconds', { call, outcome }, (performance.now() - started) / 1000)
    }
  }

  const attempts = async (request: ContentRequest, signal: AbortSignal) => {
    if (!isRepeatable(request)) return attempt(request, signal)
    retryTokens = Math.min(retries.reserve, retryTokens + retries.share)
    const first = await attempt(request, signal).catch((error: Error) => {
      if (signal.aborted || isApiError(error)) throw error
      return error
    })
    const pauseMs = breaker.state() === 'closed' ? pauseBeforeRetry(first, Date.now()) : undefined
    const isStale = errorCode(first) === stale
    const isError = first instanceof Error
    if (pauseMs === undefined || (retryTokens < 1 && !isStale)) {
      if (isError) throw first
      return first
    }
    if (!isStale) retryTokens -= 1
    if (!isError) discard(first)
    const [path, status] = [splitUrl(request.path).pathname, isError ? 0 : first.status]
    const [call, reason] = [upstreamCall(request), isError ? reasonOf(first) : undefined]
    // The caller logs the outcome of the retry.
    if (mayLog()) log.info({ call, path, status, reason }, 'upstream request retried')
    await sleep(pauseMs, undefined, { signal })
    // Other open connections may be closed as well.
    return attempt(request, signal, isError)
  }

  const send = async (request: ContentRequest): Promise<ContentResponse> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(withCode(late, 'no response in time')), timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline.signal]) : deadline.signal
    const [call, path] = [upstreamCall(request), splitUrl(request.path).pathname]
    let release = () => {}
    try {
      release = await (call === 'other' ? media.slots.acquire(request.client) : calls.slots.acquire(call))
      const response = await attempts(request, signal)
      if (Buffer.isBuffer(response.body)) release()
      else finished(response.body, release)
      return response
    } catch (error) {
      release()
      if (isOverload(error)) {
        metrics.count('site_refused_total', { limit: 'upstream' })
        const event = 'upstream request rejected: queue full or too slow'
        const about = { problem: 'too many requests wait', event }
        // Media have a share for each visitor.
        if (call !== 'other') faults.report('upstream slots full', about, { call, path })
      }
      if (isApiError(error)) throw error
      const kind = isLate(signal) || isTimeout(error) ? 'timeout' : 'network'
      const reason = reasonOf(error as Error)
      const failure = errorCode(error) === unreachable ? 'unreachable' : kind
      if (!request.signal?.aborted) {
        const [name, problem] = failures[failure]
        const about = { key: `failed ${call}`, problem, event: 'upstream request failed' }
        faults.report(name, about, { call, path, status: kind === 'timeout' ? 504 : 502, reason })
      }
      throw apiError(kind, reason)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    kind: 'upstream',
    send,
    close: async () => void (await Promise.all([calls.close(), media.close()])),
    // Members that only local content has a use for.
    moved: () => undefined,
    mediaDigest: () => undefined,
    form: () => undefined,
    contentUpdate: () => undefined,
    problems: () => [],
    onChange: () => () => {},
  }
}

/** Consecutive requests without a connection, or without a response within the deadline, that open the breaker. */
const mostFailures = 10
const openMs = 5000
/** Without requests for this time the breaker closes, so that an alert does not stay until the next visitor. */
const resetMs = 120_000

/** Error statuses open nothing: they may be caused by one URL, one visitor or one call. */
function createBreaker(now: () => number, onChange: (state: 'closed' | 'open') => void) {
  let [failures, failedAt, probedAt] = [0, 0, 0]
  const reached = () => {
    if (failures >= mostFailures) onChange('closed')
    failures = 0
  }
  /** Open while no connection to the upstream can be opened. */
  const state = () => {
    if (failures >= mostFailures && now() >= failedAt + resetMs) reached()
    return failures >= mostFailures ? 'open' : 'closed'
  }
  return {
    state,
    reached,
    /** Whether this request may be sent: while the breaker is open, one in `openMs`. */
    admit(): boolean {
      if (state() === 'closed') return true
      if (now() < probedAt + openMs) return false
      probedAt = now()
      return true
    },
    failed() {
      failures++
      ;[failedAt, probedAt] = [now(), now()]
      if (failures === mostFailures) onChange('open')
    },
  }
}

/** The cause says more where the error has one. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message
}

/** RFC 9110 §9.2.1: safe requests, and POSTs that are known to only read; not with a stream as body. */
function isRepeatable({ method, path, body }: ContentRequest): boolean {
  const isWhole = body === undefined || Buffer.isBuffer(body)
  return isWhole && isRead(method, splitUrl(path).pathname)
}

/** Milliseconds to wait before the one retry; undefined for no retry. Retry-After: RFC 9110 §10.2.3. */
function pauseBeforeRetry(outcome: ContentResponse | Error, now: number): number | undefined {
  if (outcome instanceof Error) return 0
  if (!retryStatuses.includes(outcome.status)) return undefined
  const value = field(outcome.headers, 'retry-after') ?? '0'
  const date = /^\d+$/.test(value) ? now + Number(value) * 1000 : parseHttpDate(value, now)
  const pause = date === undefined ? Number.POSITIVE_INFINITY : Math.max(0, date - now)
  return pause <= retryAfterLimitMs ? pause : undefined
}

function upstreamCall({ method, path }: ContentRequest): UpstreamCall {
  return knownCall(method === 'HEAD' ? 'GET' : method, splitUrl(path).pathname)?.name ?? 'other'
}
